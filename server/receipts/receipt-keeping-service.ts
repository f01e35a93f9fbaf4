import { sql } from 'drizzle-orm';
import type { PaymentMode } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import type { Command } from '../command.ts';
import { againstRules, conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { refreshDues } from '../payments/due-service.ts';
import { tellOfReceipt } from './receipt-cancelling-service.ts';
import { lowerExcess, markExcess } from './receipt-excess-service.ts';
import { judgeNumbers } from './receipt-numbers.ts';
import type { JudgedNumber } from './receipt-numbers.ts';

/** Money that a recorded contact says was taken in. */
export interface CollectedMoney {
  readonly dispositionId: string;
  readonly loanId: string;
  readonly agentId: string;
  readonly managerId: string | null;
  /** Whole rupees; nothing is kept of 0. */
  readonly amount: number;
  readonly mode: PaymentMode | null;
  /** From the device's range. */
  readonly number: number | null;
  /** The borrower says that it was paid, on that day; nobody took it in. */
  readonly isClaim: boolean;
  readonly paidOn: string | null;
  /** Of its transaction or cheque. */
  readonly reference: string | null;
  readonly recordedAt: Date;
  /** Why more than was left was taken in, as far as whoever took it knew. */
  readonly excessReason?: string | undefined;
  /** Recorded with the newest due in sight: the reason is one of all of the excess. */
  readonly isAtOnce?: boolean;
}

type JudgedMoney = CollectedMoney & JudgedNumber & { readonly id: string };

async function insert({ tx }: Command, money: readonly JudgedMoney[], zone: string): Promise<void> {
  const rows = money.map((each) => ({
    id: each.id,
    number: each.number,
    claimed_number: each.claimedNumber,
    number_problem: each.numberProblem,
    disposition_id: each.dispositionId,
    loan_id: each.loanId,
    agent_id: each.agentId,
    manager_id: each.managerId,
    amount: each.amount,
    mode: each.mode,
    is_claim: each.isClaim,
    paid_on: each.paidOn,
    reference: each.reference,
    collected_on: businessDay(zone, each.recordedAt),
  }));
  await tx.execute(sql`
    insert into receipts (id, number, claimed_number, number_problem, disposition_id, loan_id, client_id, agent_id,
      manager_id, amount, mode, is_claim, paid_on, reference, collected_on)
    select n.id, n.number, n.claimed_number, n.number_problem, n.disposition_id, n.loan_id, l.client_id, n.agent_id,
      n.manager_id, n.amount, n.mode, n.is_claim, n.paid_on, n.reference, n.collected_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, number bigint, claimed_number bigint,
      number_problem text, disposition_id uuid, loan_id uuid, agent_id uuid, manager_id uuid, amount bigint, mode text,
      is_claim boolean, paid_on date, reference text, collected_on date)
    join loans l on l.id = n.loan_id`);
}

/**
 * Makes one receipt for each contact of one agent that took money in, in the transaction that records the contacts. A
 * number that can't be taken costs the number, never the contact: the receipt is flagged and audited. Call it only for
 * contacts that have no receipt yet.
 */
export async function keepReceipts(
  command: Command,
  contacts: readonly CollectedMoney[],
  businessTz: string,
): Promise<void> {
  const money = contacts.filter(({ amount }) => amount > 0);
  const [first] = money;
  if (!first) return;
  const judged = await judgeNumbers(command.tx, first.agentId, money);
  const kept = money.flatMap((each, place): JudgedMoney[] => {
    const number = judged[place];
    return number === undefined ? [] : [{ ...each, ...number, id: newId() }];
  });
  await insert(command, kept, businessTz);
  await refreshDues(
    command.tx,
    kept.map(({ loanId }) => loanId),
  );
  await markExcess(command, kept);
  for (const { id, claimedNumber, numberProblem } of kept)
    if (numberProblem !== null)
      command.audit({
        action: 'receipt.number-refused',
        entity: 'receipt',
        entityId: id,
        details: { claimedNumber, numberProblem },
      });
}

interface StandingReceipt extends Record<string, unknown> {
  id: string;
  amount: number;
  deposit_id: string | null;
  agent_id: string;
  manager_id: string | null;
  client_id: string;
  is_claim: boolean;
  mode: PaymentMode | null;
  paid_on: string | null;
  reference: string | null;
}

/** Whether a contact says of its money what stands. A claim may be told anew with another way, day or reference. */
function saysTheSame(standing: StandingReceipt | undefined, money: CollectedMoney): boolean {
  if (standing === undefined) return money.amount === 0;
  if (standing.amount !== money.amount) return false;
  const { mode, paidOn, reference } = money;
  const isSame =
    standing.mode === mode && standing.paid_on === paidOn && standing.reference === reference;
  return !money.isClaim || isSame;
}

/** Whoever has the money that a receipt speaks of hears that it speaks of it no more. */
async function tellOfChange(
  command: Command,
  actor: Pick<Actor, 'userId' | 'fullName'>,
  { agent_id: agentId, manager_id: managerId, client_id: clientId, amount }: StandingReceipt,
  loanId: string,
): Promise<void> {
  const told = { receipt: { agentId, amount, loanId }, clientId, managerId };
  await tellOfReceipt(command, actor, told, 'RECEIPT_CANCELLED');
}

/**
 * Brings the receipt of a contact whose amount was changed (0: taken back) up to date: the old one is cancelled, another
 * one without a number takes its place, and its agent is told. Throws 409 RECEIPT_DEPOSITED while its money is in a deposit, and 422 OWN_MONEY
 * for whoever took it in.
 */
export async function changeReceipt(
  command: Command,
  actor: Pick<Actor, 'userId' | 'fullName'>,
  money: CollectedMoney,
  businessTz: string,
): Promise<void> {
  const { tx, audit } = command;
  const found = await tx.execute<StandingReceipt>(sql`
    select r.id, r.amount, r.deposit_id, r.agent_id, coalesce(u.manager_id, r.manager_id) as manager_id, r.client_id,
      r.is_claim, r.mode, r.paid_on, r.reference
    from receipts r join users u on u.id = r.agent_id
    where r.disposition_id = ${money.dispositionId} and r.cancelled_at is null for update of r`);
  const [standing] = found.rows;
  if (saysTheSame(standing, money)) return;
  if (standing?.deposit_id != null)
    throw conflict(
      'RECEIPT_DEPOSITED',
      'This money is in a deposit. Take it out of the deposit first, then change the amount.',
    );
  if (standing?.agent_id === actor.userId && !money.isClaim)
    throw againstRules(
      'OWN_MONEY',
      'Money that you took in is changed by your manager. Ask for it; the rest of the contact you can change.',
    );
  if (standing) {
    await tx.execute(sql`update receipts set cancelled_at = now(), cancelled_by = ${actor.userId},
      cancel_reason = ${money.amount > 0 ? 'The amount was changed.' : 'The entry was taken back.'}
      where id = ${standing.id}`);
    const details = { from: standing.amount, to: money.amount };
    audit({ action: 'receipt.change', entity: 'receipt', entityId: standing.id, details });
    if (!standing.is_claim) await tellOfChange(command, actor, standing, money.loanId);
  }
  if (money.amount > 0) await keepReceipts(command, [{ ...money, number: null }], businessTz);
  else await refreshDues(tx, [money.loanId]);
  await lowerExcess(tx, money.loanId);
}
