import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { modelCardSchema } from '../../contract/recovery-model.ts';
import type { RecoveryModel } from '../../contract/recovery-model.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { openModel } from './stored-model.ts';
import type { Model } from './stored-model.ts';

interface ModelRow extends Record<string, unknown>, Omit<RecoveryModel, 'card'> {
  readonly card: unknown;
}

/** Models of the condition on `m`, the newest first. A card of another form is not shown. */
export async function readModels(db: Db, where: SQL, most = 50): Promise<RecoveryModel[]> {
  const { rows } =
    await db.execute<ModelRow>(sql`select m.id as _id, m.version, m.state, m.is_used as "isUsed",
      m.problem, m.card, u.full_name as "askedBy", m.created_at as "createdAt", m.finished_at as "finishedAt"
    from recovery_models m left join users u on u.id = m.asked_by
    where ${where} order by m.version desc limit ${most}`);
  return rows.map(({ card, createdAt, finishedAt, ...row }) =>
    Object.assign(row, {
      card: modelCardSchema.nullable().catch(null).parse(card),
      createdAt: isoInstant(createdAt),
      finishedAt: isoInstantOrNull(finishedAt),
    }),
  );
}

/** One model. Throws 404. */
export async function oneModel(db: Db, id: string): Promise<RecoveryModel> {
  const [model] = await readModels(db, sql`m.id = ${id}`);
  if (!model) throw notFound('The model');
  return model;
}

/** Models with the group checks of those lenders alone that the actor may name. */
export async function withOwnGroups(
  db: Db,
  actor: Actor,
  models: readonly RecoveryModel[],
): Promise<RecoveryModel[]> {
  if (isAdmin(actor)) return [...models];
  const { rows } = await db.execute<{ name: string }>(
    sql`select c.name from clients c where ${clientsVisibleTo(actor)}`,
  );
  const names = new Set(rows.map(({ name }) => name));
  return models.map(({ card, ...model }) => ({
    ...model,
    card: card && { ...card, groups: card.groups.filter(({ client }) => names.has(client)) },
  }));
}

/** The stored form of the model in use, whatever it is; null: none is. */
export async function readUsedModel(
  db: Db,
): Promise<{ id: string; version: number; stored: unknown } | null> {
  const { rows } = await db.execute<{ id: string; version: number; stored: unknown }>(
    sql`select id, version, model as stored from recovery_models where is_used`,
  );
  return rows[0] ?? null;
}

/** The model in use. Null: none is, or what is stored is no model. */
export async function openUsedModel(db: Db): Promise<{ version: number; model: Model } | null> {
  const used = await readUsedModel(db);
  const model = used && openModel(used.stored);
  return used && model && { version: used.version, model };
}
