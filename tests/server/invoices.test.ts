import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../server/ids.ts';
import { textOfPdf } from '../support/pdf-files.ts';
import { pay, ratesOf, revenueOf } from '../support/revenue.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const revenue = revenueOf(() => server);
const { agree, draft, lines, list, read, send, sent } = revenue;

const X = () => server.clients.X.id;
const reverse = (paymentId: string) =>
  server.call('PUT', `/payments/${paymentId}/reverse`, {
    as: 'admin',
    body: { reason: 'Bounced' },
  });

test('an agreement makes fees of verified payments, line by line to the paisa', async () => {
  expect((await agree('2025-01-01', { rates: ratesOf(3.33), gstPercent: 18 })).statusCode).toBe(
    200,
  );
  const loanId = await server.addLoan();
  await pay(server, { loanId, amount: 1003, paidOn: '2025-01-15' });
  await pay(server, { loanId, amount: 50, paidOn: '2025-01-31' });
  await pay(server, { loanId, amount: 900, paidOn: '2025-02-01' });
  const id = await draft('2025-01-20');
  // 1003 × 3.33 % = 33.3999; 18 % of 33.40 = 6.012. 50 × 3.33 % = 1.665, half up.
  expect(
    (await lines(id)).map(({ base, percent, fee, gst, tds }) => [base, percent, fee, gst, tds]),
  ).toEqual([
    [1003, 3.33, 3340, 601, 67],
    [50, 3.33, 167, 30, 3],
  ]);
  expect(await read(id)).toMatchObject({
    fee: 3507,
    gst: 631,
    total: 4138,
    tds: 70,
    payable: 4068,
  });
  const again = await server.call('POST', '/invoices', {
    as: 'admin',
    body: { clientId: X(), month: '2025-01-01' },
  });
  expect(again.statusCode).toBe(409);
});

test('what is sent is frozen; reversals and what came late are lines of the next one', async () => {
  const [first] = await list('admin', { month: '2025-01-01' });
  const id = first?._id ?? '';
  expect((await send(id, first?.total ?? 0)).json()).toMatchObject({ code: 'DETAILS_MISSING' });
  await revenue.sayWhoSends();
  expect((await send(id, 1)).json()).toMatchObject({ code: 'DRAFT_CHANGED' });
  expect(await list('clientadmin')).toEqual([]);
  const january = await sent(id);
  expect(january.number).toMatch(/^RCP\/\d\d-\d\d\/0001$/);
  expect((await send(id, january.total)).statusCode).toBe(409);
  const before = await lines(id);
  const [bounced, kept] = before;
  const paid = await server.db.execute<{ id: string; loan_id: string }>(
    sql`select id, loan_id from payments where amount = 1003`,
  );
  expect((await reverse(paid.rows[0]?.id ?? '')).statusCode).toBe(200);
  await pay(server, { loanId: paid.rows[0]?.loan_id ?? '', amount: 700, paidOn: '2025-01-02' });
  const february = await draft('2025-02-01');
  expect((await lines(february)).map(({ kind, base, fee }) => [kind, base, fee])).toEqual([
    ['PAYMENT', 700, 2331],
    ['PAYMENT', 900, 2997],
    ['CREDIT', -1003, -3340],
  ]);
  await sent(february);
  // Frozen, but for what says that the next one takes it back.
  const credited = await lines(id);
  expect(credited.filter(({ creditedIn }) => creditedIn !== null)).toHaveLength(1);
  expect(credited.map((line) => Object.assign(line, { creditedIn: null }))).toEqual(before);
  expect(await read(id)).toMatchObject({ total: january.total, state: 'SENT' });
  expect(bounced?.loanId).toBe(kept?.loanId);
  // Credited once, not in every invoice after it.
  const march = await draft('2025-03-01');
  expect(await lines(march)).toEqual([]);
  expect((await send(march, 0)).json()).toMatchObject({ code: 'NOTHING_TO_BILL' });
  for (const statement of [
    sql`update invoice_lines set fee = 0`,
    sql`delete from invoice_lines`,
    sql`update invoices set fee = 0 where number is not null`,
    sql`update invoices set state = 'DRAFT', number = null where number is not null`,
    sql`delete from invoices where number is not null`,
  ])
    await expect(server.db.execute(statement)).rejects.toThrow('Failed query');
});

test('the lender disputes lines, each with a reason; an accepted one is credited once', async () => {
  const loanId = await server.addLoan();
  for (const amount of [1000, 2000, 3000])
    await pay(server, { loanId, amount, paidOn: '2025-04-10' });
  const { _id, state } = await sent(await draft('2025-04-01'));
  expect(state).toBe('SENT');
  const [one, two, three] = await lines(_id, 'clientadmin');
  const dispute = (lineId: string | null | undefined, reason: string) =>
    server.call('POST', `/invoices/${_id}/disputes`, {
      as: 'clientadmin',
      body: { lineIds: [lineId], reason },
    });
  expect((await dispute(one?._id, ' ')).statusCode).toBe(400);
  expect((await dispute(newId(), 'Not ours')).statusCode).toBe(404);
  expect((await dispute(one?._id, 'Paid at the branch')).statusCode).toBe(200);
  expect((await dispute(one?._id, 'Again')).statusCode).toBe(409);
  const found = async (query: Record<string, string>) =>
    (await server.call('GET', `/invoices/${_id}/lines`, { as: 'clientadmin', query })).json<{
      data: { _id: string }[];
      totalCount: number;
    }>();
  expect(await found({ dispute: 'OPEN' })).toMatchObject({
    data: [{ _id: one?._id }],
    totalCount: 1,
  });
  const search = (one?.Loan_ID ?? '').toLowerCase();
  expect(await found({ search, pageSize: '1' })).toMatchObject({ totalCount: 3 });
  expect(await found({ search: 'no such loan' })).toMatchObject({ data: [], totalCount: 0 });
  // All of several, or none.
  const several = (lineIds: (string | null | undefined)[]) =>
    server.call('POST', `/invoices/${_id}/disputes`, {
      as: 'clientadmin',
      body: { lineIds, reason: 'Before allocation' },
    });
  expect((await several([two?._id, one?._id])).statusCode).toBe(409);
  expect((await several([two?._id, newId()])).statusCode).toBe(404);
  expect((await several([])).statusCode).toBe(400);
  expect(await found({ dispute: 'OPEN' })).toMatchObject({ totalCount: 1 });
  expect((await several([two?._id, three?._id])).statusCode).toBe(200);
  const agreed = () =>
    server.call('POST', `/invoices/${_id}/agree`, { as: 'clientadmin', body: {} });
  expect((await agreed()).statusCode).toBe(409);
  const open = (await lines(_id))
    .map((line) => line.dispute?._id)
    .filter((each) => each !== undefined);
  const decide = (disputeIds: (string | undefined)[], isAccepted: boolean) =>
    server.call('PUT', `/invoices/${_id}/disputes`, {
      as: 'admin',
      body: { disputeIds, isAccepted, answer: 'We looked' },
    });
  expect((await decide(open.slice(0, 1), true)).json()).toMatchObject({ state: 'DISPUTED' });
  // All of several, or none: one of these is answered.
  expect((await decide(open, false)).statusCode).toBe(404);
  expect(await found({ dispute: 'OPEN' })).toMatchObject({ totalCount: 2 });
  expect((await decide(open.slice(1), false)).json()).toMatchObject({ state: 'SENT' });
  expect((await dispute(one?._id, 'It is credited')).statusCode).toBe(409);
  // Pressed twice at once, it is agreed once.
  for (const answer of await Promise.all([agreed(), agreed()]))
    expect(answer.json()).toMatchObject({ state: 'AGREED' });
  const byAdmin = { as: 'admin', body: {} } as const;
  expect((await server.call('POST', `/invoices/${_id}/agree`, byAdmin)).statusCode).toBe(409);
  const paidOn = new Date().toISOString().slice(0, 10);
  const paid = (day: string) =>
    server.call('POST', `/invoices/${_id}/paid`, {
      as: 'admin',
      body: { paidOn: day, reference: 'N1' },
    });
  expect((await paid('2025-04-02')).json()).toMatchObject({
    code: 'PAID_BEFORE',
    details: [{ path: 'paidOn', code: 'paid-before-sent' }],
  });
  expect((await paid('2999-01-01')).statusCode).toBe(422);
  const sentOn = (await read(_id)).sentOn ?? paidOn;
  for (const answer of await Promise.all([paid(sentOn), paid(sentOn)]))
    expect(answer.json()).toMatchObject({ state: 'PAID' });
  expect((await paid('2025-04-03')).statusCode).toBe(409);
  const { history } = await read(_id, 'clientadmin');
  expect(history.map(({ action }) => action)).toEqual([
    'SENT',
    'DISPUTED',
    'DISPUTED',
    'ACCEPTED',
    'REJECTED',
    'AGREED',
    'PAID',
  ]);
  const may = await draft('2025-05-01');
  expect((await lines(may)).map(({ kind, fee }) => [kind, fee])).toEqual([
    ['CREDIT', -(one?.fee ?? 0)],
  ]);
});

test('agreements of months whose invoice was sent stand', async () => {
  const early = await agree('2025-04-30');
  expect(early.statusCode).toBe(422);
  expect(early.json()).toMatchObject({
    code: 'MONTH_IS_INVOICED',
    details: [{ path: 'validFrom', code: 'month-is-invoiced', values: { day: '30-04-2025' } }],
  });
  const [agreement] = (await agree('2025-05-01', { gstPercent: 12 })).json<{
    agreements: { _id: string }[];
  }>().agreements;
  const end = (validTo: string | null, agreementId = agreement?._id) =>
    server.call('PUT', `/fee-agreements/${X()}/end`, {
      as: 'admin',
      body: { agreementId, validTo },
    });
  expect((await end('2025-04-30')).statusCode).toBe(422);
  expect((await end('2025-06-30')).statusCode).toBe(200);
  expect((await end(null)).json<{ agreements: unknown[] }>().agreements).toHaveLength(1);
  expect((await end(null)).statusCode).toBe(404);
});

test('visits once a day and loan, settlements, the least fee', async () => {
  const { Y } = server.clients;
  const terms = { visitFee: 150, settlementFee: 500, minimumFee: 1000, rates: ratesOf(1) };
  expect((await agree('2025-01-01', terms, Y.id)).statusCode).toBe(200);
  const loanId = await server.addLoan({ client: 'Y' });
  await pay(server, { loanId, amount: 10_000, paidOn: '2025-03-31' });
  for (const [at, agent] of [
    ['2025-03-02T06:00:00Z', 'fieldagent2'],
    ['2025-03-02T09:00:00Z', 'fieldagent'],
    // The next day in India.
    ['2025-03-02T19:00:00Z', 'fieldagent2'],
    ['2025-03-31T19:00:00Z', 'fieldagent2'],
  ] as const)
    await server.db
      .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      values (gen_random_uuid(), ${loanId}, 'FIELD', ${server.people[agent].id}, 'FIELD_DOOR_LOCKED', 'NOT_CONTACTED', ${at})`);
  const id = await draft('2025-03-01', Y.id);
  expect((await lines(id)).map(({ kind, onDate, fee }) => [kind, onDate, fee])).toEqual([
    ['PAYMENT', '2025-03-31', 10_000],
    ['VISIT', '2025-03-02', 15_000],
    ['VISIT', '2025-03-03', 15_000],
    ['MINIMUM', '2025-03-31', 60_000],
  ]);
  const answer = await server.call('GET', '/revenues', {
    as: 'admin',
    query: { month: '2025-03-01', pageSize: '100' },
  });
  const people = answer.json<{ data: { name: string | null; fee: number; visitCount: number }[] }>()
    .data;
  expect(people.find(({ name }) => name === 'Test fieldagent2')).toMatchObject({
    fee: 30_000,
    visitCount: 2,
  });
  expect(people.find(({ name }) => name === null)).toMatchObject({ fee: 10_000 });
});

test('numbers have no gap, whoever sends at the same time and whatever fails', async () => {
  const months = ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05', '2024-06'];
  await agree('2024-01-01', {}, server.clients.Y.id);
  const loanId = await server.addLoan({ client: 'Y' });
  const ids: [string, number][] = [];
  for (const [at, month] of months.entries()) {
    await pay(server, { loanId, amount: 100 + at, paidOn: `${month}-05` });
    const id = await draft(`${month}-01`, server.clients.Y.id);
    ids.push([id, (await read(id)).total]);
  }
  const last = async () =>
    (await server.db.execute<{ n: number }>(sql`select max(sequence)::int as n from invoices`))
      .rows[0]?.n ?? 0;
  const before = await last();
  // Every other one is sent with a wrong total first: its number must not be lost.
  const answers = await Promise.all(
    ids.flatMap(([id, total]) => [send(id, total + 1), send(id, total), send(id, total)]),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
  expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
  const { rows } = await server.db.execute<{ sequence: number }>(
    sql`select sequence from invoices where sequence > ${before} order by sequence`,
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6].map((n) => before + n));
});

test('files of an invoice come as PDF and XLSX, in both languages', async () => {
  const [invoice] = await list('clientadmin');
  for (const [format, language, start] of [
    ['pdf', 'en', '%PDF'],
    ['pdf', 'hi', '%PDF'],
    ['xlsx', 'en', 'PK'],
  ] as const) {
    const answer = await server.call('GET', `/invoices/${invoice?._id}/file`, {
      as: 'clientadmin',
      query: { format, language },
    });
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect(answer.rawPayload.subarray(0, start.length).toString()).toBe(start);
  }
});

test('a lender’s admin sees its own invoices that were sent and nothing else', async () => {
  const all = await list('admin', { pageSize: '100' });
  const own = await list('clientadmin', { pageSize: '100' });
  expect(own.map(({ _id }) => _id)).toEqual(
    all
      .filter(({ clientId, state }) => clientId === X() && state !== 'DRAFT')
      .map(({ _id }) => _id),
  );
  const foreign = all.filter(({ _id }) => !own.some((each) => each._id === _id));
  expect(foreign.length).toBeGreaterThan(2);
  for (const { _id } of foreign)
    for (const path of [`/invoices/${_id}`, `/invoices/${_id}/lines`, `/invoices/${_id}/file`])
      expect((await server.call('GET', path, { as: 'clientadmin' })).statusCode).toBe(404);
  for (const as of ['manager', 'collector', 'fieldagent', 'partner', 'customer', 'client'] as const)
    for (const path of ['/invoices', '/fee-agreements', '/revenues', '/invoicing-details'])
      expect((await server.call('GET', path, { as })).statusCode).toBe(403);
  expect((await server.call('GET', '/fee-agreements', { as: 'clientadmin' })).statusCode).toBe(403);
});

test('an invoice as PDF says its total in words too, and loan numbers in one piece', async () => {
  const loanId = await server.addLoan({ loanNumber: 'SUHOTW00100157' });
  await pay(server, { loanId, amount: 123_455, paidOn: '2026-02-10' });
  const { _id: id } = await sent(await draft('2026-02-01'));
  const { rawPayload } = await server.call('GET', `/invoices/${id}/file`, { as: 'admin' });
  const text = ((await textOfPdf(rawPayload))?.pages ?? []).join(' ');
  expect(text).toContain('SUHOTW00100157');
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/Total in words Rupees .+ only Less TDS/);
});
