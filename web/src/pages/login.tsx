import { Shell } from '../ui/Shell';

export default function Page() {
  return <Shell title="Sign in">{null}</Shell>;
}
