import { sql } from 'drizzle-orm';
import type { RecoveryInsight, RecoveryModel } from '../../contract/recovery-model.ts';
import { until } from './patience.ts';
import type { PersonName, TestServer } from './server.ts';

/** What an admin does with models, and waits for. */
export function recoveryCalls(of: () => TestServer) {
  const insight = async (as: PersonName = 'admin') =>
    (await of().call('GET', '/recovery/insight', { as })).json<RecoveryInsight>();
  const train = async () =>
    (await of().call('POST', '/recovery/models', { as: 'admin' })).json<RecoveryModel>();

  const trained = async ({ _id }: RecoveryModel) =>
    until(async () =>
      (await insight()).models?.find(
        (model) => model._id === _id && (model.state === 'TRIED' || model.state === 'FAILED'),
      ),
    );
  const scored = async () =>
    until(async () => {
      const open = await count(`recovery_scorings where state in ('WAITING', 'RUNNING')`);
      return open === 0 && (await insight()).scoring;
    });
  const used = async () => (await insight()).models?.find(({ isUsed }) => isUsed);
  const use = async (id = '') => of().call('PUT', `/recovery/models/${id}/use`, { as: 'admin' });
  const count = async (from: string): Promise<number> => {
    const { rows } = await of().db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.raw(from)}`,
    );
    return rows[0]?.n ?? 0;
  };
  return { insight, train, trained, scored, used, use, count };
}
