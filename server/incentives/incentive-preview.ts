import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { IncentiveInput } from '../../contract/incentive.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { monthAfter, monthOf } from '../targets/target-service.ts';
import { incentiveSteps } from './incentive-math.ts';
import { liveSource } from './incentive-sources.ts';

type Answer = CallAnswer<typeof incentiveCalls.previewIncentives>;

const MOST_ROWS = 50;

interface Row extends Record<string, unknown> {
  _id: string;
  fullName: string;
  collected: number;
  total: number;
}

async function monthBy(db: Db, month: string, zone: string, structures: SQL): Promise<Row[]> {
  const { rows } = await inBulk(db, async (tx) =>
    tx.execute<Row>(sql`
    with ${liveSource({ month, zone, structures, which: sql`true` })}, ${incentiveSteps}
    select u.id as "_id", u.full_name as "fullName", sum(t.collected)::bigint as collected, sum(t.total)::bigint as total
    from totals t join users u on u.id = t.person_id group by u.id`),
  );
  return rows;
}

/** What a structure would have paid in the last month, had it held on all of its days. Throws 404. */
export async function previewStructure(
  { db, settings }: Context,
  clientId: string,
  { roleType, terms }: IncentiveInput,
): Promise<Answer> {
  const zone = settings.businessTz;
  const known = await db.execute(sql`select 1 from clients c where c.id = ${clientId}`);
  if (known.rows.length === 0) throw notFound('This client');
  const month = monthAfter(monthOf(businessDay(zone)), -1);
  const held = sql`(select s.id, s.client_id, s.role_type, s.valid_from, s.valid_to, s.terms from incentive_structures s
    where s.client_id = ${clientId})`;
  const typed = sql`(select s.id, s.client_id, s.role_type, s.valid_from, s.valid_to, s.terms from incentive_structures s
      where s.client_id = ${clientId} and s.role_type <> ${roleType}
    union all select ${newId()}::uuid, ${clientId}::uuid, ${roleType}::text, ${month}::date, null::date,
      ${JSON.stringify(terms)}::jsonb)`;
  const before = await monthBy(db, month, zone, held);
  const after = await monthBy(db, month, zone, typed);
  const had = new Map(before.map((row) => [row._id, row]));
  const rows = [
    ...after.map((row) =>
      Object.assign(row, { before: had.get(row._id)?.total ?? 0, after: row.total }),
    ),
    ...before
      .filter(({ _id }) => after.every((row) => row._id !== _id))
      .map((row) => Object.assign(row, { before: row.total, after: 0 })),
  ];
  const sumOf = (key: 'before' | 'after') => rows.reduce((sum, row) => sum + row[key], 0);
  return {
    month,
    before: sumOf('before'),
    after: sumOf('after'),
    count: rows.length,
    data: rows
      .toSorted((a, b) => b.after - a.after || a.fullName.localeCompare(b.fullName))
      .slice(0, MOST_ROWS)
      .map(({ total: _total, ...row }) => row),
  };
}
