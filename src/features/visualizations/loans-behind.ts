import type { Role } from '../../../contract/roles.ts';
import type { ChartDimension, ChartQuestion, ChartRow } from '../../../contract/visualization.ts';

const LISTS: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/loans',
  CLIENT_ADMIN: '/loans',
  MANAGER: '/all-loans',
  PARTNER: '/partner-loans',
};

/** The loan list's filter that stands for a dimension. */
const FILTERS: Readonly<Partial<Record<ChartDimension, string>>> = {
  client: 'client',
  bucket: 'bucket',
  product: 'product',
  city: 'city',
  manager: 'managerId',
  outcome: 'disposition',
};

/** Where the loans of a row are listed; null where the reader's list can't be narrowed to them. */
export function loansBehind(
  role: Role,
  { by, filters }: ChartQuestion,
  row: ChartRow | undefined,
): string | null {
  const list = LISTS[role];
  const filter = FILTERS[by];
  if (list === undefined || filter === undefined || row === undefined || row.by === null)
    return null;
  const query = new URLSearchParams();
  for (const client of filters.clients) query.append('client', client);
  for (const bucket of filters.buckets) query.append('bucket', bucket);
  for (const product of filters.products) query.append('product', product);
  query.delete(filter);
  query.append(filter, by === 'manager' ? (row.byId ?? '') : row.by);
  return `${list}?${query.toString()}`;
}
