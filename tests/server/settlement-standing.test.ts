import { sql } from 'drizzle-orm';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../server/clock.ts';
import { decideContacts } from '../../server/contact-gate/contact-gate-service.ts';
import { judgeLetterText } from '../../server/settlements/letter-reading.ts';
import type { SettlementRule } from '../../contract/settlement-rule.ts';
import type { LetterLanguage, SettlementDetail } from '../../contract/settlement.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { textOfPdf } from '../support/pdf-files.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const of = settlementsOf(() => server);
const { addLoan, proposed, decided, read, upload, withLetter, pay, today } = of;

const draft = (id: string, more: Record<string, string> = {}, as: PersonName = 'customer') =>
  server.call('GET', '/settlement/draftLetter', { as, query: { id, ...more } });

const instalmentsOf = () => ({
  kind: 'INSTALMENTS',
  validUntil: addDays(today(), 5),
  instalments: [4000, 3000, 2000].map((amount, at) => ({
    dueOn: addDays(today(), 5 + at * 30),
    amount,
  })),
});

describe('a draft of the letter', () => {
  it('says what was approved in both languages, so that it is taken as the letter', async () => {
    const { loanId, number } = await addLoan({ address: '12 MG Road', city: 'Pune' });
    const made = await proposed(loanId, instalmentsOf());
    expect((await draft(made._id)).json()).toMatchObject({ code: 'NO_DRAFT' });
    const agreed = await decided(await decided(made, 'APPROVE', 'manager'), 'APPROVE', 'customer');
    expect(agreed.drafts).toEqual([
      { kind: 'SETTLEMENT', language: 'en' },
      { kind: 'SETTLEMENT', language: 'hi' },
    ]);
    const letters: Buffer[] = [];
    for (const language of ['en', 'hi'] satisfies LetterLanguage[]) {
      const answer = await draft(made._id, { language });
      expect(answer.headers['content-type']).toContain('application/pdf');
      expect(answer.headers['content-disposition']).toContain(`Settlement_${number}_draft`);
      const said = await textOfPdf(answer.rawPayload);
      const judged = judgeLetterText(said?.pages ?? [], { ...agreed, loanNumber: number });
      expect(judged, language).toMatchObject({ check: 'AGREES', findings: [] });
      letters.push(answer.rawPayload);
    }
    const taken = await upload(made._id, letters[1] ?? Buffer.alloc(0));
    expect(taken.json<{ data: SettlementDetail }>().data.letters[0]).toMatchObject({
      check: 'AGREES',
    });
  });

  it('has the client’s own words in each language, and ours where it says nothing', async () => {
    const { data } = (await server.call('GET', '/settlement-rules', { as: 'clientadmin' })).json<{
      data: SettlementRule[];
    }>();
    const own = {
      letterOpening: 'With regret we close your account early.',
      letterClause: 'Cheques are not taken.',
      letterSignatoryHi: 'शाखा प्रबंधक',
    };
    await server.taken('PUT', `/settlement-rules/${server.clients.X.id}`, {
      as: 'clientadmin',
      body: { ...data[0], ...own },
    });
    const made = await proposed((await addLoan()).loanId);
    await decided(await decided(made, 'APPROVE', 'manager'), 'APPROVE', 'customer');
    const textOf = async (language: LetterLanguage) => {
      const { rawPayload } = await draft(made._id, { language });
      const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: true });
      return text;
    };
    const [en, hi] = [await textOf('en'), await textOf('hi')];
    for (const words of [own.letterOpening, own.letterClause, 'Authorised signatory'])
      expect(en).toContain(words);
    expect(en).not.toContain('You asked us to settle');
    expect(hi).toContain(own.letterClause);
    expect(hi).not.toContain(own.letterOpening);
  });

  it('that nothing is due is there once all is paid, for those who decide', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    expect((await draft(made._id, { kind: 'NO_DUES' })).json()).toMatchObject({ code: 'NO_DRAFT' });
    // The bank tells of it two days later.
    await server.db.execute(
      sql`update settlements set offered_on = offered_on - 5 where id = ${made._id}`,
    );
    const paidOn = addDays(today(), -2);
    await pay(number, 9000, paidOn);
    const letter = await draft(made._id, { kind: 'NO_DUES' }, 'manager');
    expect(letter.statusCode).toBe(200);
    const said = (await textOfPdf(letter.rawPayload))?.pages.join('\n') ?? '';
    expect(said.replaceAll(/\s+/g, ' ')).toContain(
      `Paid in full on ${paidOn.split('-').toReversed().join('-')}`,
    );
    expect((await draft(made._id, { kind: 'NO_DUES' }, 'collector')).statusCode).toBe(403);
    expect((await draft(made._id, { kind: 'NO_DUES' }, 'customerOfY')).statusCode).toBe(404);
    expect((await read(made._id, 'collector')).drafts).toEqual([]);
    // It bounced a moment ago: nobody signs that nothing is due.
    await server.taken('PUT', `/payments/${await paymentOf(loanId)}/reverse`, {
      as: 'admin',
      body: { reason: 'Bounced' },
    });
    // Nor is anybody shown so until the upkeep looks.
    expect((await read(made._id)).settlementStatus).not.toBe('FULFILLED');
    const { rows } = await server.db.execute(
      sql`select status, total_due_amount as due from loans where id = ${loanId}`,
    );
    expect(rows).toEqual([{ status: 'ACTIVE', due: 10_000 }]);
    expect((await draft(made._id, { kind: 'NO_DUES' })).json()).toMatchObject({ code: 'NO_DRAFT' });
  });
});

async function paymentOf(loanId: string): Promise<string | undefined> {
  const answer = await server.call('GET', '/payments', { as: 'admin', query: { loanId } });
  return answer.json<{ data: { _id: string }[] }>().data[0]?._id;
}

async function shownOn(loanId: string) {
  const { rows } = await server.db.execute<{ state: string; due_on: string; amount: number }>(
    sql`select settlement_state as state, settlement_due_on as due_on, settlement_amount as amount
      from loans where id = ${loanId}`,
  );
  return rows[0];
}

const gateOf = async (loanId: string, channel: 'CALL' | 'DIALER' | 'SMS') => {
  // Noon of today in the business zone: within the hours of every policy.
  const at = new Date(`${today()}T12:00:00+05:30`);
  const [answer] = await decideContacts(
    server.db,
    [{ loanId, channel, at }],
    server.context.settings.businessTz,
  );
  return answer;
};

describe('a loan', () => {
  it('shows its open settlement, what to collect when, and nothing of it once it is over', async () => {
    const { loanId, number } = await addLoan();
    expect(await shownOn(loanId)).toEqual({ state: null, due_on: null, amount: null });
    const made = await proposed(loanId);
    expect(await shownOn(loanId)).toEqual({ state: 'PROPOSED', due_on: null, amount: 9000 });
    const gone = await decided(made, 'WITHDRAW', 'collector', { remarks: 'Borrower paid' });
    expect(await shownOn(loanId)).toEqual({ state: null, due_on: null, amount: null });
    expect(gone.settlementStatus).toBe('WITHDRAWN');
    const letter = await withLetter(loanId);
    expect(await shownOn(loanId)).toEqual({
      state: 'LETTER_ISSUED',
      due_on: letter.validUntil,
      amount: 9000,
    });
    await pay(number, 4000, today());
    expect(await shownOn(loanId)).toEqual({
      state: 'ACTIVE',
      due_on: letter.validUntil,
      amount: 5000,
    });
    const answer = await server.call('GET', `/loans/id/${loanId}`, { as: 'manager' });
    expect(answer.json<LoanDetail>()).toMatchObject({
      settlementId: letter._id,
      settlementStatus: 'ACTIVE',
      settlementDueOn: letter.validUntil,
      settlementAmount: 5000,
    });
    await pay(number, 5000, today());
    expect(await shownOn(loanId)).toEqual({ state: null, due_on: null, amount: null });
  });

  it('is contacted only for what was agreed while it is paid: by people, from three days before', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    expect((await gateOf(loanId, 'CALL'))?.reason).not.toBe('SETTLEMENT');
    await pay(number, 1000, today());
    const shut = await gateOf(loanId, 'CALL');
    expect(shut).toMatchObject({ isAllowed: false, reason: 'SETTLEMENT' });
    expect(shut?.until?.getTime()).toBeGreaterThanOrEqual(
      Date.parse(`${addDays(made.validUntil, -3)}T00:00:00+05:30`),
    );
    await server.db.execute(
      sql`update settlements set next_due_on = ${addDays(today(), 3)}::date where id = ${made._id}`,
    );
    expect((await gateOf(loanId, 'CALL'))?.reason).not.toBe('SETTLEMENT');
    expect((await gateOf(loanId, 'SMS'))?.reason).not.toBe('SETTLEMENT');
    expect((await gateOf(loanId, 'DIALER'))?.reason).toBe('SETTLEMENT');
  });

  it('gets no message that many get, and the preview says why', async () => {
    const { loanId } = await addLoan();
    await withLetter(loanId);
    const body = {
      name: 'Reminder',
      channel: 'SMS',
      language: 'en',
      body: 'Please pay {Total_Due_Amount}.',
      clientId: null,
    };
    const template = await server.call('POST', '/message-templates', { as: 'admin', body });
    const { _id: templateId } = template.json<{ _id: string }>();
    const preview = await server.call('POST', '/messages/runs/preview', {
      as: 'manager',
      body: { templateId, choice: { loanIds: [loanId] } },
    });
    expect(preview.statusCode, preview.body).toBe(200);
    expect(preview.json()).toMatchObject({
      willGet: 0,
      leftOut: [{ reason: 'SETTLEMENT', loans: 1 }],
    });
  });
});

const notedFor = async (settlementId: string, kind: string, as: PersonName) => {
  const { rows } = await server.db.execute<{ facts: object }>(sql`select facts from notifications
    where settlement_id = ${settlementId} and kind = ${kind} and user_id = ${server.people[as].id} order by created_at, id`);
  return rows.map(({ facts }) => facts);
};

/** A day goes by for whoever is waited for. */
const waitLonger = async (id: string) =>
  server.db.execute(
    sql`update settlements set waits_since = waits_since - interval '1 day' where id = ${id}`,
  );

it('its agents are reminded once before each day on which money is due', async () => {
  const { loanId, number } = await addLoan();
  const days = [addDays(today(), 2), addDays(today(), 20)] as const;
  const made = await withLetter(loanId, {
    kind: 'INSTALMENTS',
    validUntil: days[0],
    instalments: [
      { dueOn: days[0], amount: 4000 },
      { dueOn: days[1], amount: 5000 },
    ],
  });
  const told = (as: PersonName) => notedFor(made._id, 'SETTLEMENT_DUE_SOON', as);
  await server.upkeep.runNow('settlements');
  // They were told of the letter just now.
  expect(await told('collector')).toEqual([]);
  await waitLonger(made._id);
  for (let times = 0; times < 2; times += 1) await server.upkeep.runNow('settlements');
  const first = { amount: 4000, dueOn: days[0] };
  expect(await told('collector')).toEqual([first]);
  expect(await told('fieldagent')).toEqual([first]);
  expect(await told('manager')).toEqual([]);
  await pay(number, 4000, today());
  await server.upkeep.runNow('settlements');
  expect(await told('collector')).toEqual([first]);
  await server.db.execute(sql`update settlements set next_due_on = ${addDays(today(), 1)},
    judge_on = judge_on - 19 where id = ${made._id}`);
  await server.upkeep.runNow('settlements');
  const second = { amount: 5000, dueOn: addDays(today(), 1) };
  expect(await told('collector')).toEqual([first, second]);
});

it('who must act is reminded once before an offer ends', async () => {
  const { loanId } = await addLoan();
  const made = await proposed(loanId, { validUntil: addDays(today(), 1) });
  await server.db.execute(
    sql`update settlements set waits_since = now() - interval '1 day' where id = ${made._id}`,
  );
  const reminders = async () => {
    const { rows } = await server.db.execute<{ n: number }>(sql`select count(*)::int as n
      from notifications where settlement_id = ${made._id} and kind = 'SETTLEMENT_WAITS'
        and user_id = ${server.people.manager.id}`);
    return rows[0]?.n;
  };
  await server.upkeep.runNow('settlements');
  await server.upkeep.runNow('settlements');
  expect(await reminders()).toBe(1);
});
