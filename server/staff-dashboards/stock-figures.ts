import { sql } from 'drizzle-orm';
import type { Stock, Tally } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { boardLoans } from './dashboard-scope.ts';
import type { BoardFilter } from './dashboard-scope.ts';

interface StockRow extends Tally, Record<string, unknown> {
  kind: 'all' | 'bucket' | 'client' | 'collector' | 'fieldAgent';
  name: string | null;
  person_id: string | null;
  worked: number;
  free: number;
}

/** Loans held, and how many of them each person has. */
export interface HeldStock {
  readonly stock: Stock;
  readonly heldBy: ReadonlyMap<string, number>;
}

/** The loans of a board in all, by bucket, lender and person: one reading of them for all figures. */
export async function readStock(db: Db, actor: Actor, filter: BoardFilter): Promise<HeldStock> {
  const { rows } = await db.execute<StockRow>(sql`
    select s.kind, coalesce(c.name, s.bucket, '') as name, coalesce(s.collector_id, s.field_agent_id) as person_id,
      s.count, s.amount, s.worked, s.free
    from (select case grouping(lower(l.bucket), l.client_id, l.collector_id, l.field_agent_id)
          when 15 then 'all' when 7 then 'bucket' when 11 then 'client' when 13 then 'collector' else 'fieldAgent' end as kind,
        case when grouping(lower(l.bucket)) = 0 then min(l.bucket) end as bucket, l.client_id, l.collector_id, l.field_agent_id, count(*) as count,
        coalesce(sum(l.total_due_amount), 0)::bigint as amount, count(l.disposition) as worked,
        count(*) filter (where l.collector_id is null and l.field_agent_id is null) as free
      from loans l where ${boardLoans(actor, filter)}
      group by grouping sets ((), (lower(l.bucket)), (l.client_id), (l.collector_id), (l.field_agent_id))) s
    left join clients c on c.id = s.client_id
    order by s.count desc, name`);
  const all = rows.find((row) => row.kind === 'all');
  const shares = (kind: StockRow['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ name, count, amount }) => ({ name: name ?? '', count, amount }));
  const heldBy = new Map<string, number>();
  for (const { person_id: id, count } of rows)
    if (id !== null) heldBy.set(id, (heldBy.get(id) ?? 0) + count);
  return {
    stock: {
      count: all?.count ?? 0,
      amount: all?.amount ?? 0,
      workedCount: all?.worked ?? 0,
      freeCount: all?.free ?? 0,
      byBucket: shares('bucket'),
      byClient: shares('client'),
    },
    heldBy,
  };
}
