import type { PageProps } from '../../lib/router';
import { TableScreen } from './TableScreen';

export default function TablePage({ numbers, query }: PageProps) {
    return <TableScreen table={numbers[0] ?? 0} sit={query.has('sit')} />;
}
