import { Shell } from '../ui/Shell';

export default function Page() {
  return <Shell title="Designer">{null}</Shell>;
}
