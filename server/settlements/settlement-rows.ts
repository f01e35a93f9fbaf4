import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LoanStatus } from '../../contract/loan.ts';
import { authorityFor } from '../../contract/settlement-rule.ts';
import { stepsOf } from '../../contract/settlement-machine.ts';
import type { SettlementLevel } from '../../contract/settlement-authority.ts';
import type { SettlementStanding } from '../../contract/settlement-machine.ts';
import type { Settlement, SettlementTerms } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { settlementsVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { calledFraud, ruleColumns } from './settlement-authority.ts';
import type { RuleColumns } from './settlement-authority.ts';

/** A settlement as it is read: what the wire shows, what the machine looks at, the client's rules. */
export interface SettlementRow
  extends Omit<Settlement, 'actions' | 'hasLetter'>, RuleColumns, Record<string, unknown> {
  clientId: string;
  managerId: string | null;
  collectorId: string | null;
  fieldAgentId: string | null;
  makerId: string;
  makerLevel: SettlementLevel | null;
  counteredBy: 'AGENCY' | 'CLIENT' | null;
  isDelegated: boolean;
  instalments: SettlementTerms['instalments'];
  remarks: string | null;
  offeredOn: string;
  graceDays: number;
  letterAt: string | null;
  handedOverAt: string | null;
  /** Of what bounced before the letter came so much was told. */
  bouncedTold: number;
  coolingUntil: string | null;
  /** What is due now, and whether the loan is worked. */
  dueNow: number | null;
  loanAmount: number | null;
  isWorked: boolean;
  loanStatus: LoanStatus;
}

/** What a newer file of the lender says counts until the letter is there: who decides follows from it. */
const isFlagged = sql`(s.is_flagged or (s.waits_for is not null and s.letter_at is null and ${calledFraud}))`;

/** Nobody is asked for more than is due: a lender's newer figure may be below what is left of the agreement. */
const askedNow = sql`case when s.next_amount > l.total_due_amount then l.total_due_amount else s.next_amount end`;

/** Columns of a settlement from `s`, its loan `l` and `settlementJoins`. */
export const settlementColumns = sql`s.id as "_id", s.loan_id as "loanId", l.loan_number as "Loan_ID",
  l.customer_name as "Customer_Name", c.name as "Client_Name", l.product as "Product", l.bucket as "Bucket",
  s.state as "settlementStatus", s.waits_for as "waitsFor", s.waits_since as "waitsSince", s.kind,
  s.offered_amount as "offeredAmount", s.due_amount as "dueAmount", s.principal_amount as "principalAmount",
  s.interest_amount as "interestAmount", s.charges_amount as "chargesAmount", s.waiver_amount as "waiverAmount",
  round(s.waiver_amount * 100.0 / s.due_amount, 1)::float8 as "waiverPercent", s.valid_until as "validUntil",
  s.next_due_on as "nextDueOn", ${askedNow} as "nextAmount", s.paid_amount as "paidAmount",
  s.waived_amount as "waivedAmount", s.reason, u.full_name as "Proposed_By", s.proposed_by as "proposedById",
  s.proposed_at as "proposedAt", s.is_restructuring as "isRestructuring", ${isFlagged} as "isFlagged", s.revision,
  s.client_id as "clientId", l.manager_id as "managerId", l.collector_id as "collectorId",
  l.field_agent_id as "fieldAgentId", s.maker_id as "makerId", s.maker_level as "makerLevel",
  s.countered_by as "counteredBy", s.is_delegated as "isDelegated", s.instalments, s.remarks,
  s.offered_on as "offeredOn", s.grace_days as "graceDays", s.letter_at as "letterAt",
  s.handed_over_at as "handedOverAt", s.bounced_told as "bouncedTold", s.cooling_until as "coolingUntil",
  l.total_due_amount as "dueNow", l.loan_amount as "loanAmount", l.status = 'ACTIVE' as "isWorked",
  l.status as "loanStatus",
  ${ruleColumns(sql`s.client_id`)}`;

/** What `settlementColumns` need beside `s` and `l`. */
export const settlementJoins = sql`join clients c on c.id = s.client_id join users u on u.id = s.proposed_by
  left join settlement_rules r on r.client_id = s.client_id`;

/** What the machine looks at. */
export const standingOf = (row: SettlementRow): SettlementStanding => ({
  state: row.settlementStatus,
  waitsFor: row.waitsFor,
  proposedById: row.proposedById,
  makerId: row.makerId,
  makerLevel: row.makerLevel,
  counteredBy: row.counteredBy,
  dueAmount: row.dueAmount,
  offeredAmount: row.offeredAmount,
  isFlagged: row.isFlagged,
  loanAmount: row.loanAmount,
  isDelegated: row.isDelegated,
  agentIds: [row.collectorId, row.fieldAgentId].filter((id) => id !== null),
});

/** A settlement as its reader sees it. */
export const toSettlement =
  (actor: Actor) =>
  (row: SettlementRow): Settlement => ({
    ...row,
    waitsSince: isoInstant(row.waitsSince),
    proposedAt: isoInstant(row.proposedAt),
    hasLetter: row.letterAt !== null,
    actions: stepsOf(authorityFor(row, row), standingOf(row), actor),
  });

/** A settlement that the actor (null: the server itself) may see. Throws 404. */
export async function findSettlement(
  db: Db,
  actor: Actor | null,
  which: SQL,
): Promise<SettlementRow> {
  const visible = actor === null ? sql`true` : settlementsVisibleTo(actor);
  const { rows } = await db.execute<SettlementRow>(sql`select ${settlementColumns}
    from settlements s join loans l on l.id = s.loan_id ${settlementJoins} where ${which} and ${visible}`);
  const [row] = rows;
  if (!row) throw notFound('This settlement');
  return row;
}

/** The same, its loan and itself locked until the transaction's end. Throws 404. */
export async function lockSettlement(
  tx: Db,
  actor: Actor | null,
  id: string,
): Promise<SettlementRow> {
  // The loan first, as everyone who changes its money does.
  await tx.execute(sql`select 1 from loans l
    where l.id = (select s.loan_id from settlements s where s.id = ${id}) for no key update`);
  await tx.execute(sql`select 1 from settlements s where s.id = ${id} for update`);
  return findSettlement(tx, actor, sql`s.id = ${id}`);
}
