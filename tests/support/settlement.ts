import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Settlement, SettlementDetail } from '../../contract/settlement.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { sheetIn, sheetPosted, sheetRead } from './activity-sheet.ts';
import { brokenBalances } from './books.ts';
import { pdfSaying } from './letter.ts';
import { sendFile } from './loan-file.ts';
import type { PersonName, TestServer } from './server.ts';

const letterOf = ({ Loan_ID, offeredAmount, validUntil }: Settlement) => {
  const [year, month, day] = validUntil.split('-');
  return pdfSaying([
    'Settlement letter',
    `Loan account ${Loan_ID}`,
    `We accept Rs. ${offeredAmount.toLocaleString('en-IN')}/- in full and final settlement,`,
    `payable by ${day}-${month}-${year}.`,
  ]);
};

const stands = ({ settlementStatus, waitsFor }: Settlement) => [settlementStatus, waitsFor];

/** What people and payments do to settlements of the first manager's team and client X. */
export function settlementsOf(server: () => TestServer) {
  let counter = 0;
  const today = () => businessDay(server().context.settings.businessTz);

  async function addLoan(more: object = {}): Promise<{ loanId: string; number: string }> {
    counter += 1;
    const number = `SET-${String(counter).padStart(4, '0')}`;
    const loanId = await server().addLoan({
      loanNumber: number,
      totalDueAmount: 10_000,
      collectorId: server().people.collector.id,
      managerId: server().people.manager.id,
      fieldAgentId: server().people.fieldagent.id,
      ...more,
    });
    return { loanId, number };
  }

  const offer = (loanId: string, more: object = {}) => ({
    _id: newId(),
    loanId,
    kind: 'ONE_TIME',
    offeredAmount: 9000,
    validUntil: addDays(today(), 10),
    reason: 'MEDICAL',
    ...more,
  });

  const propose = (body: object, as: PersonName = 'collector') =>
    server().call('POST', '/settlement', { as, body });

  async function proposed(loanId: string, more: object = {}, as: PersonName = 'collector') {
    const answer = await propose(offer(loanId, more), as);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: SettlementDetail }>().data;
  }

  const decide = (
    { _id, revision }: Pick<Settlement, '_id' | 'revision'>,
    action: string,
    as: PersonName,
    more: object = {},
  ) => {
    const isClient = as === 'customer' || as === 'clientadmin' || as === 'customerOfY';
    const path = isClient ? 'approveByClient' : 'updateSettlementStatus';
    return server().call('PUT', `/settlement/${path}`, {
      as,
      body: { _id, revision, action, ...more },
    });
  };

  async function decided(...given: Parameters<typeof decide>): Promise<SettlementDetail> {
    const answer = await decide(...given);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: SettlementDetail }>().data;
  }

  const read = async (id: string, as: PersonName = 'admin') =>
    (await server().call('GET', `/settlement/id/${id}`, { as })).json<{ data: SettlementDetail }>()
      .data;

  const upload = (
    id: string,
    content: Buffer,
    fields: Record<string, string> = {},
    as: PersonName = 'customer',
  ) =>
    sendFile(server(), `/settlement/uploadLetter?id=${id}`, {
      as,
      method: 'PUT',
      part: 'letter',
      name: 'letter.pdf',
      content,
      fields,
    });

  /** Approved on both sides and with its letter. */
  async function withLetter(loanId: string, more: object = {}): Promise<SettlementDetail> {
    const made = await proposed(loanId, more);
    const approved = await decided(made, 'APPROVE', 'manager');
    const final = await decided(approved, 'APPROVE', 'customer');
    const answer = await upload(final._id, letterOf(final));
    expect(answer.statusCode, answer.body).toBe(200);
    return read(made._id);
  }

  async function pay(number: string, amount: number, on: string) {
    const [year, month, day] = on.split('-');
    const file = `Loan_ID,Amount,Payment_Date\n${number},${amount},${day}-${month}-${year}`;
    const sheet = await sheetPosted(server(), await sheetRead(server(), 'PAYMENT', file));
    expect(sheet.state).toBe('DONE');
    await server().upkeep.runNow('settlements');
    return sheet;
  }

  /** The money of a file bounces. */
  async function bounce({ _id }: { readonly _id: string }): Promise<void> {
    await server().taken('PUT', `/activity-sheets/${_id}/reverse`, {
      as: 'admin',
      body: { reason: 'Bounced' },
    });
    await sheetIn(server(), _id, ['REVERSED']);
    await server().upkeep.runNow('settlements');
  }

  async function loanOf(id: string) {
    const { rows } = await server().db.execute<{ status: string; due: number; collector: string }>(
      sql`select status, total_due_amount as due, collector_id as collector from loans where id = ${id}`,
    );
    return rows[0];
  }

  /** The fixture's loans come without allocations: all other rules hold. */
  const booksBroken = async () =>
    (await brokenBalances(server().db)).filter(
      ({ rule }) => !rule.startsWith('who has a loan') && !rule.startsWith("a client's dues"),
    );

  /** Weeks pass for a loan's settlements, payments, receipts and lender's figure. */
  async function passWeeks(loanId: string, weeks: number): Promise<void> {
    const days = sql`${weeks * 7}::int`;
    const span = sql`make_interval(days => ${days})`;
    const ofLoan = sql`loan_id = ${loanId}`;
    await server().db
      .execute(sql`update payments set paid_on = paid_on - ${days}, created_at = created_at - ${span}
      where ${ofLoan}`);
    await server().db.execute(
      sql`update receipts set collected_on = collected_on - ${days} where ${ofLoan}`,
    );
    await server().db.execute(
      sql`update lender_figures set told_at = told_at - ${span} where ${ofLoan}`,
    );
    await server().db.execute(sql`update settlements set valid_until = valid_until - ${days},
      offered_on = offered_on - ${days}, judge_on = judge_on - ${days}, created_at = created_at - ${span},
      fulfilled_at = fulfilled_at - ${span}, fulfilled_on = fulfilled_on - ${days},
      instalments = (select coalesce(jsonb_agg(jsonb_set(i, '{dueOn}', to_jsonb(((i->>'dueOn')::date - ${days})::text))), '[]')
        from jsonb_array_elements(instalments) i) where ${ofLoan}`);
    await server().upkeep.runNow('settlements');
  }

  return {
    today,
    addLoan,
    offer,
    propose,
    proposed,
    decide,
    decided,
    read,
    upload,
    letterOf,
    withLetter,
    pay,
    bounce,
    passWeeks,
    loanOf,
    booksBroken,
    stands,
  };
}
