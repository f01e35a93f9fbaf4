import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { LetterKind, LetterLanguage } from '../../contract/settlement.ts';
import { BOMBS, pdfOf, pdfWithContents, saying, textOfPdf } from '../support/pdf-files.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { SOAK } from '../support/soak.ts';

const server = testServer();

const of = settlementsOf(() => server);
const { addLoan, proposed, decided, read, upload, letterOf, withLetter } = of;

async function approved() {
  const made = await proposed((await addLoan()).loanId);
  return decided(await decided(made, 'APPROVE', 'manager'), 'APPROVE', 'customer');
}

async function toldOf(settlementId: string, kind: string) {
  const { rows } = await server.db.execute<{ who: string; reason: string | null }>(sql`
    select coalesce(n.user_id, n.recipient_client_id)::text as who, n.facts->>'reason' as reason
    from notifications n where n.settlement_id = ${settlementId} and n.kind = ${kind} order by n.created_at`);
  return rows;
}

it('the very same letter is recognised, told of and not kept again', async () => {
  const made = await withLetter((await addLoan()).loanId);
  const again = await upload(made._id, letterOf(made), {}, 'clientadmin');
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    code: 'SAME_LETTER',
    details: { Uploaded_By: server.people.customer.fullName },
  });
  const now = await read(made._id);
  expect(now.letters).toHaveLength(1);
  expect(now.revision).toBe(made.revision);
});

it('a PDF that is locked or damaged is refused in words: nobody could read it', async () => {
  const final = await approved();
  const locked = await pdfOf([`Loan ${final.Loan_ID}`], 'secret');
  for (const letter of [locked, Buffer.from('%PDF-1.7\nnothing of a PDF follows')]) {
    const answer = await upload(final._id, letter, { confirmReason: 'Take it all the same' });
    expect(answer.json()).toMatchObject({ code: 'LETTER_UNOPENED' });
    expect(answer.statusCode).toBe(415);
  }
  expect((await read(final._id)).letters).toEqual([]);
});

it('a wrong letter among pages without end is still compared', async () => {
  const final = await approved();
  const wrong = `Loan account ${final.Loan_ID} is settled for Rs. 10 in full and final settlement.`;
  const letter = await pdfOf([wrong, ...Array.from({ length: 60 }, () => 'Annex')]);
  expect((await upload(final._id, letter)).json()).toMatchObject({ code: 'LETTER_DIFFERS' });
});

it(
  'a letter that unfolds beyond the limits is kept as not checked, and the next one is read',
  SOAK,
  async () => {
    const final = await approved();
    const wrong = saying(
      `Loan ${final.Loan_ID} is settled for Rs. 10 in full and final settlement.`,
    );
    const bomb = pdfWithContents([wrong, BOMBS['blanks without end']()]);
    const [taken, compared] = await Promise.all([
      upload(final._id, bomb),
      upload((await approved())._id, pdfWithContents([wrong])),
    ]);
    expect(taken.statusCode, taken.body).toBe(200);
    expect((await read(final._id)).letters).toMatchObject([
      { check: 'UNREAD', findings: ['LIMITS'] },
    ]);
    expect(compared.json()).toMatchObject({ code: 'LETTER_DIFFERS' });
  },
);

it('a letter for several loans of the lender is compared with what it says of each', async () => {
  const [first, second] = [await approved(), await approved()];
  const letter = (mine: number, others: number) =>
    pdfOf([
      [
        'Full and final settlement of the loans below',
        `${first.Loan_ID}   Rs. ${mine}`,
        `${second.Loan_ID}   Rs. ${others}`,
        `Payable by ${first.validUntil.split('-').toReversed().join('-')}`,
      ].join('\n'),
    ]);
  const wrong = await upload(first._id, await letter(10, 9000));
  expect(wrong.json()).toMatchObject({
    code: 'LETTER_DIFFERS',
    details: [{ code: 'AMOUNT', values: { others: [second.Loan_ID] } }],
  });
  for (const { _id } of [first, second]) {
    const right = await upload(_id, await letter(9000, 9000));
    expect(right.statusCode, right.body).toBe(200);
    expect((await read(_id)).letters).toMatchObject([{ check: 'AGREES' }]);
  }
});

it('of a letter that differs the manager is told, with the reason', async () => {
  const final = await approved();
  const wrong = letterOf({ ...final, offeredAmount: 10 });
  const answer = await upload(final._id, wrong, { confirmReason: 'Amount is in words' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await toldOf(final._id, 'SETTLEMENT_LETTER_DIFFERS')).toEqual([
    { who: server.people.manager.id, reason: 'Amount is in words' },
  ]);
  const agreed = await withLetter((await addLoan()).loanId);
  expect(await toldOf(agreed._id, 'SETTLEMENT_LETTER_DIFFERS')).toEqual([]);
});

it('a letter is for those who see the loan: not for who proposed it once the loan left them', async () => {
  const { loanId } = await addLoan();
  const made = await withLetter(loanId);
  const download = (as: PersonName) =>
    server.call('GET', '/settlement/downloadLetter', { as, query: { id: made._id } });
  expect((await download('collector')).statusCode).toBe(200);
  await server.db.execute(
    sql`update loans set collector_id = ${server.people.collector3.id} where id = ${loanId}`,
  );
  expect((await download('collector')).statusCode).toBe(404);
  const seen = await read(made._id, 'collector');
  expect([seen.settlementStatus, seen.letters]).toEqual(['LETTER_ISSUED', []]);
  expect((await download('manager')).statusCode).toBe(200);
});

it('a letter is what was uploaded, or none: other bytes that lie in its place are given to nobody', async () => {
  const made = await withLetter((await addLoan()).loanId);
  const download = () =>
    server.call('GET', '/settlement/downloadLetter', { as: 'manager', query: { id: made._id } });
  const { rawPayload: before } = await download();
  const { rows } = await server.db.execute<{ key: string }>(
    sql`select store_key as key from settlement_letters where settlement_id = ${made._id}`,
  );
  const { fileStore } = server.context;
  const key = rows[0]?.key ?? '';
  const lies = [Buffer.concat([before, Buffer.from(' ')]), Buffer.alloc(200_000), Buffer.alloc(0)];
  for (const other of lies) {
    await fileStore.write(key, other);
    const answer = await download().catch((error: unknown) => String(error));
    if (typeof answer === 'string') continue;
    expect(answer.statusCode === 404 || answer.rawPayload.length < other.length).toBe(true);
  }
  await fileStore.write(key, before);
  expect((await download()).rawPayload).toEqual(before);
  await fileStore.remove(key);
  expect((await download()).statusCode).toBe(404);
});

const draftText = async (id: string, kind: LetterKind, language: LetterLanguage = 'en') => {
  const { rawPayload } = await server.call('GET', '/settlement/draftLetter', {
    as: 'manager',
    query: { id, kind, language },
  });
  const said = await textOfPdf(rawPayload);
  return (said?.pages ?? []).join('\n').replaceAll(/\s+/g, ' ');
};

it('a letter whose names the fonts lack is not drafted: it says what to write first', async () => {
  const { loanId } = await addLoan();
  const { _id: id } = await withLetter(loanId);
  const X = server.clients.X.id;
  const statusWith = async (before: SQL, after: SQL) => {
    await server.db.execute(before);
    const draft = await server.call('GET', '/settlement/draftLetter', {
      as: 'manager',
      query: { id, kind: 'SETTLEMENT', language: 'en' },
    });
    await server.db.execute(after);
    expect(draft.json()).toMatchObject({ code: 'LETTERS_NOT_PRINTED' });
    return draft.statusCode;
  };
  const named = (name: string) =>
    sql`update loans set customer_name = ${name} where id = ${loanId}`;
  const placed = (address: string | null) =>
    sql`update clients set address = ${address} where id = ${X}`;
  expect(await statusWith(named('செல்வி'), named('Selvi'))).toBe(422);
  expect(await statusWith(placed('வங்கி தெரு'), placed(null))).toBe(422);
});

it('a letter says the amount in figures and in words, in its language', async () => {
  const { _id } = await approved();
  expect(await draftText(_id, 'SETTLEMENT')).toContain('₹9,000 (Rupees nine thousand only)');
});

it('a no-dues letter calls settled only a loan of which something was written off', async () => {
  const [settled, paid] = [await addLoan(), await addLoan()];
  const letters: string[] = [];
  for (const [{ loanId, number }, amount] of [
    [settled, 9000],
    [paid, 10_000],
  ] as const) {
    const { _id } = await withLetter(loanId);
    await of.pay(number, amount, of.today());
    letters.push(await draftText(_id, 'NO_DUES'));
  }
  expect(letters[0]).toContain('The account is closed as settled');
  expect(letters[0]).toContain('Waived ₹1,000');
  expect(letters[1]).toContain('The account is closed as paid in full');
  expect(letters[1]).not.toContain('settled');
  expect(letters[1]).not.toContain('Waived');
});

it('a settlement’s letter says the terms as they were agreed on, however much was paid since', async () => {
  const { loanId, number } = await addLoan();
  const { _id } = await withLetter(loanId);
  const agreed = await draftText(_id, 'SETTLEMENT');
  expect(agreed).toContain('Waived once it is paid ₹1,000');
  await of.pay(number, 9400, of.today());
  expect((await read(_id)).settlementStatus).toBe('FULFILLED');
  expect(await draftText(_id, 'SETTLEMENT')).toBe(agreed);
  expect(await draftText(_id, 'NO_DUES')).toContain('Waived ₹600');
});

it('a letter that is drafted after a part was paid says what came since the offer', async () => {
  const { loanId, number } = await addLoan();
  const made = await proposed(loanId);
  const { _id } = await decided(await decided(made, 'APPROVE', 'manager'), 'APPROVE', 'customer');
  expect(await draftText(_id, 'SETTLEMENT')).not.toContain('Received');
  await of.pay(number, 2500, of.today());
  const english = await draftText(_id, 'SETTLEMENT');
  expect(english).toMatch(/Received of it since [\d-]+ ₹2,500 \(Rupees two thousand five hundred/);
  expect(english).toContain('₹9,000');
  expect(await draftText(_id, 'SETTLEMENT', 'hi')).toContain('₹2,500');
});

it('a letter says when it ends as people say it: without days of grace, with one, with several', async () => {
  const { _id } = await approved();
  const said = async (days: number) => {
    await server.db.execute(sql`update settlements set grace_days = ${days} where id = ${_id}`);
    return draftText(_id, 'SETTLEMENT');
  };
  expect(await said(0)).toContain('If the amount is not paid by that date, this settlement ends.');
  expect(await said(1)).toContain('not paid within 1 day of that date,');
  expect(await said(3)).toContain('not paid within 3 days of that date,');
});
