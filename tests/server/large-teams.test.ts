import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { staffDashboardCalls } from '../../contract/staff-dashboard.ts';
import type { targetCalls } from '../../contract/target.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const COUNT = 500;

/** The second manager has hundreds of agents. */
beforeAll(async () => {
  await server.db.execute(sql`
    insert into users (id, role, username, email, full_name, password_hash, manager_id)
    select gen_random_uuid(), 'COLLECTOR', 'many.' || n, 'many' || n || '@test.recoup', 'Many ' || n, 'x',
      ${server.people.manager2.id}
    from generate_series(1, ${COUNT}) n`);
});

const manyOf = (names: readonly string[]) => names.filter((name) => name.startsWith('Many '));

it('a team of hundreds has everybody in its day and in its targets', async () => {
  const { team } = await server.taken<
    CallAnswer<typeof staffDashboardCalls.getManagerLandingAnalytics>
  >('GET', '/loans/getManagerLandingAnalytics', { as: 'manager2' });
  expect(manyOf(team.map(({ fullName }) => fullName))).toHaveLength(COUNT);
  const { achievement, target } = await server.taken<
    CallAnswer<typeof staffDashboardCalls.getManagersCollTargets>
  >('GET', '/loans/getManagersCollTargets', { as: 'manager2', query: { by: 'person' } });
  for (const lines of [achievement, target])
    expect(manyOf(lines.map(({ name }) => name))).toHaveLength(COUNT);
});

it('a total for more people than can be set at once is not split among some of them', async () => {
  const propose = async (managerId?: string) =>
    server.call('GET', '/targets/proposal', {
      as: 'admin',
      query: { total: '100000', ...(managerId !== undefined && { managerId }) },
    });
  const whole = await propose();
  expect([whole.statusCode, whole.json()]).toMatchObject([422, { code: 'TEAM_TOO_LARGE' }]);
  const ofTeam = await propose(server.people.manager.id);
  const { lines } = ofTeam.json<CallAnswer<typeof targetCalls.proposeTargets>>();
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
});
