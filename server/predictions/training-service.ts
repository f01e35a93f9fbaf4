import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { ModelProblem, RecoveryModel } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks, trySessionLock } from '../database/locks.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import type { Upkeep } from '../upkeep.ts';
import { monthsBehind } from './basic-predictor.ts';
import { oneModel, readModels, readUsedModel } from './model-records.ts';
import type { TrainingResult } from './model-training.ts';
import { SCORING_QUEUE, addScoring } from './scoring-records.ts';
import { openModel } from './stored-model.ts';
import { readTrainingSet } from './training-set.ts';
import { trainInThread } from './training-thread.ts';

const QUEUE = 'recovery-training';
const isOpen = sql`m.state in ('WAITING', 'TRAINING')`;

/** Has a model trained; while one is, that is it. */
export async function askTraining(context: Context, actor: Actor | null): Promise<RecoveryModel> {
  const id = newId();
  const model = await runCommand(context.db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<{ version: number }>(sql`
      insert into recovery_models (id, version, asked_by)
      select ${id}, coalesce(max(version), 0) + 1, ${actor?.userId ?? null} from recovery_models
      on conflict do nothing returning version`);
    if (rows[0] === undefined) return (await readModels(tx, isOpen))[0];
    const details = { version: rows[0].version };
    audit({ action: 'recovery-model.train', entity: 'recovery-model', entityId: id, details });
    await context.jobs.add(tx, QUEUE, id);
    return oneModel(tx, id);
  });
  // The one that stood in the way ended at this very moment.
  if (model === undefined)
    throw conflict('MODEL_JUST_TRAINED', 'A model was trained just now. Look at it first.');
  context.jobs.wake(QUEUE);
  return model;
}

/** One model is in use: who changes which does so one after the other. */
const holdChoice = (tx: Db): Promise<void> => holdLocks(tx, 'recoveryModel', ['in use']);

/** The caller holds the choice. */
async function useModel({ tx, audit }: Command, id: string): Promise<void> {
  await tx.execute(sql`update recovery_models set is_used = false where is_used and id <> ${id}`);
  await tx.execute(sql`update recovery_models set is_used = true where id = ${id}`);
  audit({ action: 'recovery-model.use', entity: 'recovery-model', entityId: id });
}

/** Uses a model from now on, an earlier one too; all loans are scored anew. Throws 404, and 422 for what is no model. */
export async function chooseModel(
  context: Context,
  actor: Actor,
  id: string,
): Promise<RecoveryModel> {
  const model = await runCommand(context.db, actor, async (command) => {
    const { tx } = command;
    await holdChoice(tx);
    const { rows } = await tx.execute<{ state: string; problem: string | null; stored: unknown }>(
      sql`select state, problem, model as stored from recovery_models where id = ${id} for update`,
    );
    const [found] = rows;
    if (!found) throw notFound('The model');
    if (found.state !== 'TRIED')
      throw againstRules('NO_MODEL', 'There is no model under this number: it was not trained.');
    if (found.problem === 'LEAK')
      throw againstRules('LEAK', 'This model knows what came later. It can not be used.');
    if (openModel(found.stored) === null)
      throw againstRules(
        'BAD_MODEL',
        'What is stored of this model can not be read. Train another.',
      );
    await useModel(command, id);
    await addScoring(context, tx, actor);
    return oneModel(tx, id);
  });
  context.jobs.wake(SCORING_QUEUE);
  return model;
}

/** Keeps what was trained. False: meanwhile another model than `triedAgainst` is in use, which this one was not held against. */
async function keep(
  context: Context,
  id: string,
  result: TrainingResult,
  triedAgainst: string | null,
): Promise<boolean> {
  const { problem, card, model } = result;
  const isKept = await runCommand(context.db, null, async (command) => {
    const { tx, audit } = command;
    await holdChoice(tx);
    if (((await readUsedModel(tx))?.id ?? null) !== triedAgainst) return false;
    const state = model === null ? 'FAILED' : 'TRIED';
    const { rows } = await tx.execute(sql`
      update recovery_models set state = ${state}, problem = ${problem}, finished_at = now(),
        card = ${card && JSON.stringify(card)}::jsonb, model = ${model && JSON.stringify(model)}::jsonb
      where id = ${id} and state = 'TRAINING' returning id`);
    if (rows.length === 0) return true;
    const details = { problem, auc: card?.model.auc ?? null, brier: card?.model.brier ?? null };
    audit({ action: 'recovery-model.tried', entity: 'recovery-model', entityId: id, details });
    if (problem !== null) return true;
    await useModel(command, id);
    await addScoring(context, tx, null);
    return true;
  });
  context.jobs.wake(SCORING_QUEUE);
  return isKept;
}

async function giveUp({ db }: Context, id: string): Promise<void> {
  const problem: ModelProblem = 'FAILED';
  await db.execute(sql`update recovery_models set state = 'FAILED', problem = ${problem}, finished_at = now()
    where id = ${id} and state in ('WAITING', 'TRAINING')`);
}

async function begin(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`update recovery_models set state = 'TRAINING'
    where id = ${id} and state in ('WAITING', 'TRAINING') returning id`);
  return rows.length > 0;
}

/** Trains, tries, keeps, and uses what is better; again from the start after a kill. Nothing when another process is at it. */
export async function trainOnce(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { database, db, settings } = context;
  const client = await database.pool.connect();
  try {
    if (!(await trySessionLock(client, 'recoveryModel', id))) return;
    await client.query('set statement_timeout = 0');
    if (!(await begin(db, id))) return;
    const zone = settings.businessTz;
    const months = monthsBehind(businessDay(zone));
    const set = await readTrainingSet(drizzle({ client }), zone, months, signal);
    for (let isKept = false; !isKept;) {
      const used = await readUsedModel(db);
      const champion = used?.stored ?? null;
      const result = await trainInThread({ ...set, champion }, signal);
      isKept = await keep(context, id, result, used?.id ?? null);
    }
  } finally {
    // Ending the connection gives the lock back.
    client.release(true);
  }
}

/** Trains models in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startTrainingJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: QUEUE,
    name: 'recovery training',
    open: sql`select m.id from recovery_models m where ${isOpen}`,
    work: (id, signal) => trainOnce(context, id, signal),
    giveUp: (id) => giveUp(context, id),
  });
