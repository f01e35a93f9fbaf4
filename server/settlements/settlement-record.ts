import { sql } from 'drizzle-orm';
import type { SettlementRecord } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';

/** So many of each, the newest. */
const MOST = 20;

type LoanRow = Omit<SettlementRecord, 'contacts' | 'promises' | 'payments'> &
  Record<string, unknown>;
type Contact = SettlementRecord['contacts'][number] & Record<string, unknown>;
type Promised = SettlementRecord['promises'][number] & Record<string, unknown>;
type Payment = SettlementRecord['payments'][number] & Record<string, unknown>;

/** What is known of a settlement's loan: contacts, promises, payments. Null when the actor does not see the loan. */
export async function readRecord(
  db: Db,
  actor: Actor,
  loanId: string,
): Promise<SettlementRecord | null> {
  const { rows } =
    await db.execute<LoanRow>(sql`select l.dpd as "DPD", l.loan_amount as "Loan_Amount",
      l.due_date as "Due_Date", l.city as "City", l.total_due_amount as "Total_Due_Amount", l.paid_amount as "Paid_Amount"
    from loans l where l.id = ${loanId} and ${loansVisibleTo(actor)}`);
  const [loan] = rows;
  if (loan === undefined) return null;
  const contacts =
    await db.execute<Contact>(sql`select d.id as "_id", d.recorded_at as at, d.channel,
      d.code, k.label, u.full_name as "Agent_Name", d.remarks
    from dispositions d join disposition_codes k on k.code = d.code join users u on u.id = d.agent_id
    where d.loan_id = ${loanId} order by d.recorded_at desc, d.id limit ${MOST}`);
  const promised =
    await db.execute<Promised>(sql`select q.id as "_id", q.due_on as "dueOn", q.amount, q.state
    from promises q where q.loan_id = ${loanId} order by q.made_at desc, q.id limit ${MOST}`);
  const paid =
    await db.execute<Payment>(sql`select p.id as "_id", p.paid_on as "paidOn", p.amount, p.mode,
      p.reversed_at is not null as "isReversed"
    from payments p where p.loan_id = ${loanId} order by p.paid_on desc, p.id limit ${MOST}`);
  return {
    ...loan,
    contacts: contacts.rows.map((row) => Object.assign(row, { at: isoInstant(row.at) })),
    promises: promised.rows,
    payments: paid.rows,
  };
}
