import { sql } from 'drizzle-orm';
import type { Disposition } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import { loansAtHandOf } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import {
  dispositionColumns,
  dispositionJoins,
  isNotSuperseded,
  toDisposition,
} from './disposition-rows-service.ts';
import type { DispositionRow } from './disposition-rows-service.ts';
import { withVisitMarks } from './visit-marks-service.ts';

/** The longest history one answer gives. */
const MOST = 1000;

/** A loan's dispositions of both channels, newest first. Throws 404 when the actor may not see the loan. */
export async function listCaseHistory(
  db: Db,
  actor: Actor,
  loanId: string,
): Promise<{ data: Disposition[] }> {
  const loan = await db.execute(
    sql`select /* prepared */ 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}`,
  );
  if (loan.rows.length === 0) throw notFound('This loan');
  const result = await db.execute<DispositionRow>(sql`
    select /* prepared */ ${dispositionColumns} from dispositions d ${dispositionJoins}
    where d.loan_id = ${loanId} and ${isNotSuperseded}
    order by d.recorded_at desc, d.id desc limit ${MOST}`);
  const rows = await withVisitMarks(db, actor, result.rows);
  return { data: rows.map(toDisposition) };
}

/** The newest dispositions of each of the loans, newest first, by loan; one query. Loans without any are missing. */
export async function newestDispositionsOf(
  db: Db,
  loanIds: readonly string[],
  perLoan: number,
): Promise<Map<string, Disposition[]>> {
  const byLoan = new Map<string, Disposition[]>();
  if (loanIds.length === 0) return byLoan;
  const result = await db.execute<DispositionRow>(sql`
    select /* prepared */ ${dispositionColumns}
    from unnest(${sql.param(loanIds)}::uuid[]) as wanted(id)
    cross join lateral (select * from dispositions d where d.loan_id = wanted.id and ${isNotSuperseded}
      order by d.recorded_at desc, d.id desc limit ${perLoan}) d
    ${dispositionJoins}
    order by d.loan_id, d.recorded_at desc, d.id desc`);
  for (const row of result.rows) {
    const known = byLoan.get(row.loanId);
    if (known) known.push(toDisposition(row));
    else byLoan.set(row.loanId, [toDisposition(row)]);
  }
  return byLoan;
}
