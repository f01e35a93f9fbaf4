import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { MODEL_SIGNS } from '../../contract/prediction.ts';
import type { ClientSwitch, LoanScore, RecoveryModel } from '../../contract/recovery-model.ts';
import { businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { monthsBehind } from '../../server/predictions/basic-predictor.ts';
import { until } from '../support/patience.ts';
import { makeRecoveryHistory } from '../support/recovery-history.ts';
import { recoveryCalls } from '../support/recovery-calls.ts';
import { personNames, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const server = testServer();
beforeAll(async () => {
  // What is looked for now and then would take up, in the middle of a test, what it has just made.
  await server.upkeep.stop();
});

const { insight, train, trained, scored, used, use, count } = recoveryCalls(() => server);

/** How many group checks all cards show a person. */
const groupsFor = async (as: PersonName) =>
  (await insight(as)).models?.flatMap(({ card }) => card?.groups ?? []).length;

const days = monthsBehind(businessDay(ZONE));

describe('the advanced predictor', () => {
  it('says that there is too little history, and uses nothing', async () => {
    const model = await trained(await train());
    expect(model).toMatchObject({ state: 'FAILED', isUsed: false, card: null });
    expect(model.problem).toBe('TOO_LITTLE');
    expect((await server.call('POST', '/recovery/scores', { as: 'admin' })).statusCode).toBe(422);
    const path = `/recovery/models/${model._id}`;
    expect((await server.call('PUT', `${path}/use`, { as: 'admin' })).statusCode).toBe(422);
    expect((await server.call('GET', `${path}/card`, { as: 'admin' })).statusCode).toBe(422);
  });

  it('says that nobody paid', async () => {
    await makeRecoveryHistory(server, days);
    await server.db.execute(sql`create table kept_payments as select * from payments`);
    await server.db.execute(sql`delete from payments`);
    const model = await trained(await train());
    expect(model).toMatchObject({ state: 'FAILED', problem: 'ONE_CLASS' });
    await server.db.execute(sql`insert into payments select * from kept_payments`);
  });

  it('learns from history, tells how good it is, and scores the stock', async () => {
    const model = await trained(await train());
    expect(model).toMatchObject({ state: 'TRIED', problem: null, isUsed: true });
    const { card } = model;
    expect(card?.model.auc).toBeGreaterThan(0.75);
    expect(card?.model.brier ?? 1).toBeLessThan(card?.basic.brier ?? 0);
    expect(card?.triedOn).toBe(days.at(-1));
    expect([...(card?.learnedFrom ?? []), card?.calibratedOn]).not.toContain(card?.triedOn);
    expect(card?.reliability).toHaveLength(10);
    expect(card?.captured[0]?.model ?? 0).toBeGreaterThan(card?.captured[0]?.present ?? 1);
    const scoring = await scored();
    expect(scoring.drift).toHaveLength(MODEL_SIGNS.length + 1);
    const { stock } = await insight();
    expect(stock.reduce((sum, each) => sum + each.scored, 0)).toBe(600);
    expect(stock.every((each) => (each.expectedAmount ?? 0) < each.dueAmount)).toBe(true);
  });

  it('tells why, and tells it only to those who work the loan', async () => {
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select l.id from loans l join loan_scores s on s.loan_id = l.id order by s.chance desc limit 1`,
    );
    const path = `/recovery/loans/${rows[0]?.id ?? ''}`;
    const { score } = (await server.call('GET', path, { as: 'admin' })).json<{
      score: LoanScore;
    }>();
    expect(score.chance).toBeGreaterThan(0.5);
    expect(score.reasons.length).toBeGreaterThan(0);
    expect(score.reasons.length).toBeLessThanOrEqual(3);
    expect(score.reasons[0]?.raises).toBe(true);
    for (const as of ['customerOfY', 'client', 'partner'] as const)
      expect((await server.call('GET', path, { as })).statusCode, as).toBe(403);
    expect((await server.call('GET', path, { as: 'collector' })).statusCode).toBe(404);
    const bad = await server.call('GET', '/recovery/loans/none', { as: 'admin' });
    expect(bad.statusCode).toBe(400);
    const seen = await insight('customerOfY');
    expect(seen).toMatchObject({ models: null, scoring: null });
    expect(seen.stock.every((each) => each.scored === 0 && each.chance === null)).toBe(true);
  });

  it('lets nobody but admins train, choose, score or switch', async () => {
    const id = newId();
    const body = { isUsed: true, groupColumn: null };
    const asked = [
      ['POST', '/recovery/models'],
      ['PUT', `/recovery/models/${id}/use`],
      ['POST', '/recovery/scores'],
      ['GET', '/recovery/clients'],
      ['PUT', `/recovery/clients/${id}`],
    ] as const;
    for (const as of personNames.filter((name) => !['admin', 'superadmin'].includes(name)))
      for (const [method, path] of asked)
        expect((await server.call(method, path, { as, body })).statusCode, `${as} ${path}`).toBe(
          403,
        );
    expect((await server.call('POST', '/recovery/models', { as: null })).statusCode).toBe(401);
    for (const as of personNames)
      expect((await server.call('GET', '/recovery/insight', { as })).statusCode, as).toBe(200);
    const none = await server.call('PUT', `/recovery/models/${id}/use`, { as: 'admin' });
    expect(none.statusCode).toBe(404);
  });

  it('keeps the model in use until a better one comes, goes back by one call, and checks named groups', async () => {
    const first = await used();
    const path = `/recovery/clients/${server.clients.Y.id}`;
    const body = { isUsed: true, groupColumn: 'city' };
    const named = await server.call('PUT', path, { as: 'admin', body });
    expect(named.json<ClientSwitch>()).toMatchObject({ groupColumn: 'city' });
    const again = await trained(await train());
    expect(again).toMatchObject({ state: 'TRIED', problem: 'NOT_BETTER', isUsed: false });
    // The same history gives the same model.
    expect(again.card?.model).toEqual(first?.card?.model);
    expect(again.card?.champion).toEqual(first?.card?.model);
    expect(again.card?.groups.map(({ group }) => group).toSorted()).toEqual(['Agra', 'Pune']);
    expect((await use(again._id)).json<RecoveryModel>().isUsed).toBe(true);
    expect((await use(first?._id)).json<RecoveryModel>().isUsed).toBe(true);
    // Two who choose two others at once: one after the other.
    const third = newId();
    await server.db
      .execute(sql`insert into recovery_models (id, version, state, problem, card, model)
      select ${third}, version + 1, state, problem, card, model from recovery_models where id = ${again._id}`);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await use(first?._id)).statusCode).toBe(200);
      const both = await Promise.all([use(again._id), use(third)]);
      expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    }
    expect((await use(first?._id)).statusCode).toBe(200);
    const { models } = await insight();
    expect(models?.filter(({ isUsed }) => isUsed).map(({ _id }) => _id)).toEqual([first?._id]);
    await scored();
  });

  it('shows a manager the group checks of its own lenders alone', async () => {
    expect(await groupsFor('admin')).toBeGreaterThan(0);
    expect(await groupsFor('manager2')).toBe(await groupsFor('admin'));
    expect(await groupsFor('manager')).toBe(0);
  });

  it('gives its card as a file', async () => {
    const [model] = (await insight('manager')).models ?? [];
    const file = async (format: string) =>
      server.call('GET', `/recovery/models/${model?._id ?? ''}/card`, {
        as: 'manager',
        query: { format },
      });
    expect((await file('json')).json<RecoveryModel>().card).toEqual(model?.card);
    expect((await file('xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await file('exe')).statusCode).toBe(400);
  });

  it('takes the scores from the loans of a client that does without', async () => {
    const path = `/recovery/clients/${server.clients.Y.id}`;
    const save = async (body: object) => server.call('PUT', path, { as: 'admin', body });
    const wrong = await save({ isUsed: 'perhaps', groupColumn: null });
    expect(wrong.statusCode).toBe(400);
    await save({ isUsed: false, groupColumn: null });
    await until(async () => (await count('loan_scores')) === 0);
    await scored();
    await save({ isUsed: true, groupColumn: null });
    await until(async () => (await count('loan_scores')) === 600);
    await scored();
  });

  it('scores again after a payment, a call and a visit', async () => {
    const old = `loan_scores where scored_at < now() - interval '30 minutes'`;
    const paid = (loanId: string) => sql`insert into payments
        (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, payment_key, created_by)
      select ${newId()}, l.client_id, l.id, 'PAYMENT', ${newId()}, 1, 700, 700, current_date, ${newId()}, ${server.people.admin.id}
      from loans l where l.id = ${loanId}`;
    const contacted = (channel: 'CALL' | 'FIELD') => (loanId: string) =>
      sql`insert into dispositions
        (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      values (${newId()}, ${loanId}, ${channel}, ${server.people.admin.id}, 'RINGING', 'NOT_CONTACTED', now())`;
    const { rows: quiet } = await server.db.execute<{ id: string }>(
      sql`update loan_scores set scored_at = now() - interval '1 hour'
        where loan_id in (select loan_id from loan_scores order by chance limit 4) returning loan_id as id`,
    );
    for (const [at, event] of [paid, contacted('CALL'), contacted('FIELD')].entries())
      await server.db.execute(event(quiet[at]?.id ?? ''));
    expect(await count(old)).toBe(4);
    await server.upkeep.runNow('scoring after events');
    expect(await count(old)).toBe(1);
  });

  it('keeps what each loan was expected to bring at its first score of the month', async () => {
    await server.db.execute(sql`update month_expectations set expected_amount = 7, month = case
      when loan_id = (select max(loan_id::text)::uuid from loan_scores) then month - interval '16 months' else month end`);
    await server.call('POST', '/recovery/scores', { as: 'admin' });
    await scored();
    expect(await count('month_expectations')).toBe(600);
    expect(await count('month_expectations where expected_amount = 7')).toBe(599);
  });
});
