import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import { loginNameOf } from '../identity/account-service.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { managerOf } from './incentive-kept.ts';
import { readMonthState } from './incentive-months.ts';

interface PayoutRow extends Record<string, unknown> {
  username: string;
  name: string;
  role: string;
  manager: string | null;
  client: string;
  collected: number;
  lines: number;
  team: number;
  fixed: number;
  cut: number;
  failed: string[];
  earned: number;
  corrections: number;
  payable: number;
}

const GATE_WORDS: Readonly<Record<string, string>> = {
  ACHIEVEMENT: 'Target not reached',
  BREACH: 'Open breach of the contact rules',
  CASH: 'Cash not deposited',
};

const SUMS = [
  ['Verified', 'collected'],
  ['By payment', 'lines'],
  ['Team share', 'team'],
  ['Fixed', 'fixed'],
  ['Cap and gates', 'cut'],
  ['Earned', 'earned'],
  ['Corrections', 'corrections'],
  ['Payable', 'payable'],
] as const satisfies readonly (readonly [string, keyof PayoutRow])[];

function* sheet(rows: readonly PayoutRow[]): Generator<readonly SheetCell[], void, undefined> {
  yield ['Login', 'Name', 'Role', 'Manager', 'Client', ...SUMS.map(([head]) => head), 'Held by'];
  for (const row of rows)
    yield [
      row.username,
      row.name,
      row.role,
      row.manager ?? '',
      row.client,
      ...SUMS.map(([, key]) => rupeesCell(row[key])),
      row.failed.map((gate) => GATE_WORDS[gate] ?? gate).join(', '),
    ];
  // What was verified stands in the rows of agent, manager and partner: it has no sum.
  const sums = SUMS.map(([, key]) =>
    key === 'collected'
      ? ''
      : { total: rows.reduce((sum, row) => sum + row[key], 0), isRupees: true },
  );
  yield ['Total', '', '', '', '', ...sums, ''];
}

/** The payout file of a closed month. Who took it out is audited. Throws 422 for a month that is open. */
export async function payoutFile(
  { db, settings }: Context,
  actor: Actor,
  asked: string,
): Promise<FileAnswer> {
  const { month, closedAt } = await readMonthState(db, settings.businessTz, asked);
  if (closedAt === null)
    throw againstRules('MONTH_IS_OPEN', 'Close the month first: an open one still changes.');
  const { rows } = await db.execute<PayoutRow>(sql`
    with all_parts as (
      select t.person_id, t.role_type, t.client_id, t.collected, t.lines, t.team, t.fixed, t.total as earned,
        0::bigint as corrections from incentive_totals t where t.month = ${month}::date
      union all
      select f.person_id, f.role_type, f.client_id, 0, 0, 0, 0, 0, f.sum from incentive_corrections f
      where f.month = ${month}::date)
    select ${loginNameOf(sql`u.username`)} as username, u.full_name as name, x.role_type as role, b.full_name as manager, c.name as client,
      sum(x.collected)::bigint as collected, sum(x.lines)::bigint as lines, sum(x.team)::bigint as team,
      sum(x.fixed)::bigint as fixed, sum(x.earned - x.lines - x.team - x.fixed)::bigint as cut,
      coalesce((select t.failed from incentive_totals t where t.month = ${month}::date and t.person_id = u.id
        and t.client_id = c.id and t.role_type = x.role_type), '{}') as failed, sum(x.earned)::bigint as earned,
      sum(x.corrections)::bigint as corrections, sum(x.earned + x.corrections)::bigint as payable
    from all_parts x join users u on u.id = x.person_id join clients c on c.id = x.client_id
      left join users b on b.id = ${managerOf(month)}
    group by u.id, b.id, c.id, x.role_type order by u.full_name, u.id, c.name, x.role_type`);
  await runCommand(db, actor, async ({ audit }) => {
    audit({
      action: 'incentive-month.payout',
      entity: 'incentive-month',
      details: { month, rows: rows.length },
    });
    return Promise.resolve();
  });
  return {
    name: `incentives_${month.slice(5, 7)}-${month.slice(0, 4)}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: writeXlsx(sheet(rows), 'Payout'),
  };
}
