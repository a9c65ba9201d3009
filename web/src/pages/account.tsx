import { Shell } from '../ui/Shell';

export default function Page() {
  return <Shell title="Account">{null}</Shell>;
}
