import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { InvoiceState, invoiceCalls } from '../../contract/invoice.ts';
import { monthEnd } from '../../contract/pace.ts';
import { wireDay } from '../../contract/values.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { allowLongWork } from '../database/long-work.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { monthOf } from '../targets/target-service.ts';
import { invoiceLinesOf } from './fee-lines.ts';
import { LINE_ORDER } from './invoice-line-rows.ts';
import { financialYearOf, nextNumber } from './invoice-numbers.ts';
import { draftScope, findInvoice, readTold } from './invoice-rows.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { readInvoicingDetails } from './invoicing-details.ts';
import { addDraft, noteEvent } from './invoicing-service.ts';
import type { InvoiceAction } from './invoicing-service.ts';

type Body<Name extends keyof typeof invoiceCalls> = CallRequest<
  (typeof invoiceCalls)[Name]
>['body'];

/** What a command answers. */
interface Done {
  readonly _id: string;
  readonly state: InvoiceState;
}

/** Begins the invoice of a month that is here or over. Throws 404, 409, 422. */
export async function draftInvoice(
  { db, settings }: Context,
  actor: Actor,
  { clientId, month }: Body<'draftInvoice'>,
): Promise<Done> {
  if (monthOf(month) > businessDay(settings.businessTz))
    throw againstRules('MONTH_TO_COME', 'This month has not begun.', [
      fieldProblem('month', 'day-in-future'),
    ]);
  const _id = await runCommand(db, actor, (command) =>
    addDraft(command, actor.userId, clientId, monthOf(month)),
  );
  return { _id, state: 'DRAFT' };
}

const refuseState = (row: InvoiceRow) =>
  conflict('INVOICE_STATE', 'This can’t be done with the invoice as it stands now. Look again.', {
    state: row.state,
  });

/** An invoice in one of the states, locked behind its client's lock. Throws 404, 409. */
async function lockInvoice(
  tx: Db,
  actor: Actor,
  id: string,
  states: readonly InvoiceState[],
): Promise<InvoiceRow> {
  const seen = await findInvoice(tx, actor, id);
  await holdLocks(tx, 'clientInvoices', [seen.clientId]);
  const row = await findInvoice(tx, actor, id, true);
  if (!states.includes(row.state)) throw refuseState(row);
  return row;
}

/** Takes a draft away. Throws 404, 409 when it was sent. */
export async function removeDraft({ db }: Context, actor: Actor, id: string): Promise<Done> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { clientId, month } = await lockInvoice(tx, actor, id, ['DRAFT']);
    await tx.execute(sql`delete from invoice_events where invoice_id = ${id}`);
    await tx.execute(sql`delete from invoices where id = ${id}`);
    audit({
      action: 'invoice.remove',
      entity: 'invoice',
      entityId: id,
      details: { clientId, month },
    });
    return { _id: id, state: 'DRAFT' };
  });
}

interface SumRow extends Record<string, unknown> {
  lines: number;
  fee: number;
  gst: number;
  tds: number;
}

/** Stores a draft's lines as they are now; returns their sums. */
async function storeLines(tx: Db, zone: string, row: InvoiceRow): Promise<SumRow> {
  await tx.execute(sql`with ${invoiceLinesOf(draftScope(zone, row))}
    insert into invoice_lines (id, invoice_id, client_id, position, kind, source, agreement_id, loan_id, loan_number,
      payment_id, settlement_id, credits_id, on_date, base, basis_points, fee, gst, tds)
    select gen_random_uuid(), ${row._id}, f."clientId", row_number() over (order by ${LINE_ORDER}), f.kind, f.source,
      f."agreementId", f."loanId", f."Loan_ID", f."paymentId", f."settlementId", f."creditsId", f."onDate", f.base,
      f."basisPoints", f.fee, f.gst, f.tds from lines f`);
  const { rows } =
    await tx.execute<SumRow>(sql`select count(*)::int as lines, coalesce(sum(k.fee), 0)::bigint as fee,
    coalesce(sum(k.gst), 0)::bigint as gst, coalesce(sum(k.tds), 0)::bigint as tds
    from invoice_lines k where k.invoice_id = ${row._id}`);
  return rows[0] ?? { lines: 0, fee: 0, gst: 0, tds: 0 };
}

/**
 * Freezes a draft and gives it the next number. Throws 404, 409 when it was sent or has another total or taxes than were seen,
 * 422 while its month runs, when it has no line, or nobody said who sends it.
 */
export async function sendInvoice(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  seen: Body<'sendInvoice'>,
): Promise<Done> {
  const zone = settings.businessTz;
  const today = businessDay(zone);
  await runCommand(db, actor, async ({ tx, audit }) => {
    await allowLongWork(tx);
    const row = await lockInvoice(tx, actor, id, ['DRAFT']);
    if (today <= monthEnd(row.month))
      throw againstRules('MONTH_RUNS', 'The month is not over. Send the invoice when it is.');
    const { details } = await readInvoicingDetails(tx);
    if (details === null)
      throw againstRules('DETAILS_MISSING', 'First say who sends invoices, under Success Fees.');
    const { lines, fee, gst, tds } = await storeLines(tx, zone, row);
    if (lines === 0) throw againstRules('NOTHING_TO_BILL', 'This invoice has no line.');
    const { parties, taxes } = await readTold(tx, zone, row, true);
    if (fee + gst !== seen.total || !isDeepStrictEqual(taxes, seen.taxes))
      throw conflict('DRAFT_CHANGED', 'The draft has other sums or taxes now. Look at it again.');
    // Last, so that others who send wait for as little as may be.
    const year = financialYearOf(today);
    const sequence = await nextNumber(tx, year);
    const number = `${details.prefix}/${year.slice(2)}/${String(sequence).padStart(4, '0')}`;
    await tx.execute(sql`update invoices set state = 'SENT', financial_year = ${year}, sequence = ${sequence},
      number = ${number}, sent_on = ${today}, sent_at = now(), fee = ${fee}, gst = ${gst}, tds = ${tds},
      line_count = ${lines}, parties = ${JSON.stringify(parties)}::jsonb, updated_at = now() where id = ${id}`);
    await noteEvent(tx, id, 'SENT', actor.userId, number);
    audit({
      action: 'invoice.send',
      entity: 'invoice',
      entityId: id,
      details: { number, fee, gst, tds, lines },
    });
  });
  return { _id: id, state: 'SENT' };
}

async function setState(
  { tx, audit }: Command,
  actor: Actor,
  row: InvoiceRow,
  step: { readonly state: InvoiceState; readonly action: InvoiceAction; readonly words?: string },
): Promise<Done> {
  const { state, action, words = '' } = step;
  await tx.execute(
    sql`update invoices set state = ${state}, updated_at = now() where id = ${row._id}`,
  );
  await noteEvent(tx, row._id, action, actor.userId, words);
  audit({
    action: `invoice.${action.toLowerCase()}`,
    entity: 'invoice',
    entityId: row._id,
    details: { from: row.state, to: state, words },
  });
  return { _id: row._id, state };
}

type NamedLine = { readonly loan_number: string | null; readonly kind: string };

/** Lines by their loans, of many the first three. */
function standsFor(lines: readonly NamedLine[]): string {
  const named = lines.slice(0, 3).map((line) => line.loan_number ?? line.kind);
  return named.join(', ') + (lines.length > 3 ? ` +${lines.length - 3}` : '');
}

/** Says that lines are not accepted. Throws 404, 409 when the invoice is agreed or a line disputed already, 422. */
export async function disputeLines(
  { db }: Context,
  actor: Actor,
  id: string,
  { lineIds, reason }: Body<'disputeInvoiceLines'>,
): Promise<Done> {
  return runCommand(db, actor, async (command) => {
    const { tx } = command;
    const row = await lockInvoice(tx, actor, id, ['SENT', 'DISPUTED']);
    const { rows } = await tx.execute<NamedLine & { open: boolean }>(sql`
      select k.loan_number, k.kind, exists (select 1 from invoice_disputes q where q.line_id = k.id
        and q.outcome is distinct from 'REJECTED') as open
      from invoice_lines k where k.id = any(${sql.param(lineIds)}::uuid[]) and k.invoice_id = ${id} order by k.position`);
    if (rows.length < new Set(lineIds).size) throw notFound('This line');
    if (rows.some(({ kind }) => kind === 'CREDIT'))
      throw againstRules('IS_CREDIT', 'A line that takes another one back is not disputed.');
    if (rows.some(({ open }) => open))
      throw conflict('DISPUTED_ALREADY', 'This line is disputed already.');
    await tx.execute(sql`insert into invoice_disputes (id, invoice_id, line_id, reason, raised_by)
      select gen_random_uuid(), ${id}, k.id, ${reason}, ${actor.userId} from invoice_lines k
      where k.id = any(${sql.param(lineIds)}::uuid[])`);
    const words = `${standsFor(rows)}: ${reason}`;
    return setState(command, actor, row, { state: 'DISPUTED', action: 'DISPUTED', words });
  });
}

/** Accepts or rejects disputes; the last one brings the invoice back to sent. Throws 404, 409. */
export async function decideDisputes(
  { db }: Context,
  actor: Actor,
  id: string,
  { disputeIds, isAccepted, answer }: Body<'decideDisputes'>,
): Promise<Done> {
  return runCommand(db, actor, async (command) => {
    const { tx } = command;
    const row = await lockInvoice(tx, actor, id, ['DISPUTED']);
    const { rows } = await tx.execute<NamedLine>(sql`
      update invoice_disputes q set outcome = ${isAccepted ? 'ACCEPTED' : 'REJECTED'}, answer = ${answer},
        decided_by = ${actor.userId}, decided_at = now()
      from invoice_lines k where q.id = any(${sql.param(disputeIds)}::uuid[]) and q.invoice_id = ${id} and q.outcome is null and k.id = q.line_id
      returning k.loan_number, k.kind`);
    if (rows.length < new Set(disputeIds).size) throw notFound('This open dispute');
    const left = row.openDisputes - rows.length;
    return setState(command, actor, row, {
      state: left > 0 ? 'DISPUTED' : 'SENT',
      action: isAccepted ? 'ACCEPTED' : 'REJECTED',
      words: `${standsFor(rows)}: ${answer}`,
    });
  });
}

/** Refuses a step that was taken, but not to who took it: twice told is told once. Throws 409. */
async function refuseOthers(tx: Db, actor: Actor, row: InvoiceRow): Promise<Done> {
  const { rows } =
    await tx.execute(sql`select 1 from invoice_events e where e.invoice_id = ${row._id}
    and e.action = ${row.state} and e.by = ${actor.userId}`);
  if (rows.length === 0) throw refuseState(row);
  return { _id: row._id, state: row.state };
}

/** The lender accepts an invoice without an open dispute. Throws 404, 409. */
export async function agreeInvoice({ db }: Context, actor: Actor, id: string): Promise<Done> {
  return runCommand(db, actor, async (command) => {
    const row = await lockInvoice(command.tx, actor, id, ['SENT', 'AGREED']);
    if (row.state === 'AGREED') return refuseOthers(command.tx, actor, row);
    return setState(command, actor, row, { state: 'AGREED', action: 'AGREED' });
  });
}

/** The lender paid: on a day since it was sent. Throws 404, 409, 422. */
export async function payInvoice(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  { paidOn, reference }: Body<'payInvoice'>,
): Promise<Done> {
  return runCommand(db, actor, async (command) => {
    const row = await lockInvoice(command.tx, actor, id, ['SENT', 'AGREED', 'PAID']);
    if (row.state === 'PAID') {
      const isSame = row.paidOn === paidOn && (row.paidReference ?? '') === reference;
      if (!isSame) throw refuseState(row);
      return refuseOthers(command.tx, actor, row);
    }
    if (paidOn > businessDay(settings.businessTz))
      throw againstRules('DAY_TO_COME', 'Nobody has paid in the future.', [
        fieldProblem('paidOn', 'day-in-future'),
      ]);
    if (row.sentOn !== null && paidOn < row.sentOn)
      throw againstRules('PAID_BEFORE', 'It was sent later.', [
        fieldProblem('paidOn', 'paid-before-sent', { day: wireDay(row.sentOn) }),
      ]);
    await command.tx.execute(sql`update invoices set paid_on = ${paidOn},
      paid_reference = ${reference === '' ? null : reference} where id = ${id}`);
    return setState(command, actor, row, { state: 'PAID', action: 'PAID', words: reference });
  });
}
