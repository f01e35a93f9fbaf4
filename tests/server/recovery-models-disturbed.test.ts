import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { businessDay } from '../../server/clock.ts';
import { holdLocks } from '../../server/database/locks.ts';
import { newId } from '../../server/ids.ts';
import { monthsBehind } from '../../server/predictions/basic-predictor.ts';
import { SCORING_QUEUE, addScoring } from '../../server/predictions/scoring-records.ts';
import { scoreOnce } from '../../server/predictions/scoring-service.ts';
import type { StoredModel } from '../../server/predictions/stored-model.ts';
import { trainOnce } from '../../server/predictions/training-service.ts';
import { until } from '../support/patience.ts';
import { askedScoring, makeRecoveryHistory, tamperedParts } from '../support/recovery-history.ts';
import { recoveryCalls } from '../support/recovery-calls.ts';
import { testServer } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const server = testServer();
beforeAll(async () => {
  // What is looked for now and then would take up, in the middle of a test, what it has just made.
  await server.upkeep.stop();
  await makeRecoveryHistory(server, monthsBehind(businessDay(ZONE)));
  await trained(await train());
  await scored();
});

const { insight, train, trained, scored, used, use, count } = recoveryCalls(() => server);
const never = () => new AbortController().signal;
const killed = () => AbortSignal.abort(new Error('The server ends.'));

describe('a predictor that is disturbed', () => {
  it('goes on with a scoring where a killed process left off', async () => {
    const model = await used();
    const id = await askedScoring(server);
    // Another process may be at it already: then this one leaves it alone.
    await scoreOnce(server.context, id, killed()).catch(() => null);
    await until(async () => {
      await scoreOnce(server.context, id, never());
      return (await insight()).scoring?.state === 'DONE';
    });
    const { scoring } = await insight();
    expect(scoring?.done).toBe(scoring?.total);
    expect(await count(`loan_scores where model_version = ${String(model?.version)}`)).toBe(600);
  });

  it('uses no model that was tampered with: it says so, and no score changes', async () => {
    const model = await used();
    const [stored] = (
      await server.db.execute<{ model: StoredModel }>(
        sql`select model from recovery_models where is_used`,
      )
    ).rows;
    if (!stored) throw new Error('No model is used.');
    const scores = async () =>
      (
        await server.db.execute(
          sql`select loan_id, chance, expected_amount from loan_scores order by 1`,
        )
      ).rows;
    const before = await scores();
    for (const change of tamperedParts(stored.model)) {
      const set = async (value: object) =>
        server.db.execute(
          sql`update recovery_models set model = ${JSON.stringify(value)}::jsonb where is_used`,
        );
      await set({ ...stored.model, ...change });
      const refused = await use(model?._id);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        422,
        'BAD_MODEL',
      ]);
      expect((await server.call('POST', '/recovery/scores', { as: 'admin' })).statusCode).toBe(422);
      await server.db.execute(sql`update loan_scores set scored_at = '2020-01-01'`);
      await server.upkeep.runNow('scoring after events');
      await set(stored.model);
    }
    expect(await scores()).toEqual(before);
    await server.call('POST', '/recovery/scores', { as: 'admin' });
    await scored();
  });

  it('has no score of a client that was switched off in the middle of a scoring', async () => {
    const id = await askedScoring(server);
    const path = `/recovery/clients/${server.clients.Y.id}`;
    const ofY = `loan_scores s join loans l on l.id = s.loan_id where l.client_id = '${server.clients.Y.id}'`;
    const flip = async (isUsed: boolean) =>
      server.call('PUT', path, { as: 'admin', body: { isUsed, groupColumn: null } });
    const [, flipped] = await Promise.all([scoreOnce(server.context, id, never()), flip(false)]);
    expect(flipped.statusCode).toBe(200);
    await scored();
    expect(await count(ofY)).toBe(0);
    await flip(true);
    await scored();
    expect(await count(ofY)).toBe(600);
  });

  it('has no score of a client that was switched off while a scoring began and ended', async () => {
    const { Y } = server.clients;
    const ofY = `loan_scores s join loans l on l.id = s.loan_id where l.client_id = '${Y.id}'`;
    const switched = (isUsed: boolean) => sql`insert into prediction_switches (client_id, is_used)
      values (${Y.id}, ${isUsed}) on conflict (client_id) do update set is_used = excluded.is_used`;
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`select now()`);
      await scoreOnce(server.context, await askedScoring(server), never());
      await tx.execute(switched(false));
      await addScoring(server.context, tx, null);
    });
    server.context.jobs.wake(SCORING_QUEUE);
    await scored();
    expect(await count(ofY)).toBe(0);
    await server.db.execute(switched(true));
    await server.call('POST', '/recovery/scores', { as: 'admin' });
    await scored();
  });

  it('goes on with the scoring that was asked for meanwhile, also when it ends in that moment', async () => {
    const { context } = server;
    const id = await askedScoring(server, 'RUNNING', true);
    vi.spyOn(context.jobs, 'add').mockRejectedValueOnce(new Error('It ends.'));
    await expect(scoreOnce(context, id, never())).rejects.toThrow('It ends.');
    const before = await count('recovery_scorings');
    // The connection that ended it may hold its lock for a moment more.
    await until(async () => {
      await scoreOnce(context, id, never());
      return (await count('recovery_scorings')) > before;
    });
    expect(await count('recovery_scorings')).toBe(before + 1);
    await scored();
  });

  it('holds a new model against the one that was chosen while it was trained', async () => {
    const chosen = (await used())?._id ?? '';
    await server.db.execute(sql`update recovery_models set is_used = false`);
    const id = newId();
    const training: Promise<void>[] = [];
    await server.db.transaction(async (tx) => {
      await holdLocks(tx, 'recoveryModel', ['in use']);
      await server.db.execute(
        sql`insert into recovery_models (id, version, state) select ${id}, max(version) + 1, 'TRAINING' from recovery_models`,
      );
      training.push(trainOnce(server.context, id, never()));
      // Trained against none, it waits to be used.
      await until(
        async () => (await count(`pg_locks where locktype = 'advisory' and not granted`)) > 0,
      );
      await tx.execute(sql`update recovery_models set is_used = true where id = ${chosen}`);
    });
    await Promise.all(training);
    const { models } = await insight();
    const made = models?.find(({ _id }) => _id === id);
    expect(made).toMatchObject({ state: 'TRIED', card: { champion: expect.anything() } });
    // Used only if it is better than that one.
    expect((await used())?._id).toBe(made?.problem === null ? id : chosen);
    await scored();
  });

  it('does not use what can not be read, says so, and is followed by a new model, killed in its middle', async () => {
    const model = await used();
    await server.db.execute(
      sql`update recovery_models set model = '{"form": 1, "signs": []}'::jsonb where is_used`,
    );
    expect((await server.call('POST', '/recovery/scores', { as: 'admin' })).statusCode).toBe(422);
    await server.upkeep.runNow('scoring after events');
    expect((await use(model?._id)).json<{ code: string }>().code).toBe('BAD_MODEL');
    expect((await used())?.card).not.toBeNull();
    const id = newId();
    await server.db.execute(
      sql`insert into recovery_models (id, version, state) select ${id}, max(version) + 1, 'TRAINING' from recovery_models`,
    );
    await trainOnce(server.context, id, killed()).catch(() => null);
    await until(async () => {
      await trainOnce(server.context, id, never());
      return (await count(`recovery_models where id = '${id}' and state = 'TRIED'`)) === 1;
    });
    expect(await used()).toMatchObject({ _id: id, problem: null });
    await scored();
  });
});
