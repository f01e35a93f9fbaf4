import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../contract/alert.ts';
import { newId } from '../../server/ids.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { callOf, dayFromNow, loanOf } from '../support/work.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => server.close());

const createAlert = (loanId: string, body: object = {}, as: PersonName = 'collector') =>
  server.call('POST', '/api/v2/alerts', {
    as,
    body: {
      loanId,
      alertType: 'CallBack',
      alertDate: dayFromNow(1),
      alertTime: '10:00 AM',
      ...body,
    },
  });
const list = async (path: string, as: PersonName = 'collector') => {
  const answer = await server.call('GET', `/api/v2/alerts${path}`, { as });
  return answer.json<{ data: Alert[] }>().data.map((alert) => alert.id);
};
const dueAgo = async (id: string, minutes: number) =>
  server.db.execute(
    sql`update alerts set due_at = now() - make_interval(mins => ${minutes}) where id = ${id}`,
  );

describe('alerts', () => {
  it('are due first, then missed, and gone once acted on or deactivated', async () => {
    const loanId = await loanOf(server, 'collector');
    const made = await createAlert(loanId);
    expect(made.json()).toMatchObject({ alertTime: '10:00 AM', dispositionId: null });
    const { id } = made.json<Alert>();
    expect((await createAlert(loanId)).json()).toEqual(made.json());
    expect(await list('')).not.toContain(id);
    await dueAgo(id, 2);
    expect(await list('')).toContain(id);
    expect(await list('/missed')).not.toContain(id);
    await dueAgo(id, 60);
    expect(await list('')).not.toContain(id);
    expect(await list('/missed')).toContain(id);
    const deactivate = (as: PersonName) =>
      server.call('PUT', `/api/v2/alerts/${id}/deactivate`, { as });
    expect((await deactivate('collector2')).statusCode).toBe(404);
    expect((await deactivate('collector')).json()).toEqual({ success: true });
    expect(await list('/missed')).not.toContain(id);
    const second = (await createAlert(loanId, { alertTime: '11:00 AM' })).json<Alert>().id;
    await dueAgo(second, 60);
    await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
    expect(await list('/missed')).not.toContain(second);
  });

  it("are refused on another's loan or disposition, and under another's id", async () => {
    const loanId = await loanOf(server, 'collector3');
    expect((await createAlert(loanId)).statusCode).toBe(404);
    const own = await loanOf(server, 'collector');
    expect((await createAlert(own, { dispositionId: newId() })).statusCode).toBe(404);
    const named = await server.call('GET', '/api/v2/alerts', {
      as: 'collector',
      headers: { collectorid: server.people.collector2.id },
    });
    expect(named.statusCode).toBe(403);
  });
});
