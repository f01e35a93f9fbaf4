import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign, CampaignAgent, CampaignSettings } from '../../contract/campaign.ts';
import type { Page } from '../../contract/paging.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let campaign: Campaign;

const make = (given: Partial<CampaignSettings> & { clientId?: string }, as: PersonName = 'admin') =>
  server.call('POST', '/campaigns', { as, body: { ...DEFAULT_CAMPAIGN, ...given } });
const agents = async (as: PersonName = 'admin') =>
  (await server.call('GET', `/campaigns/${campaign._id}/agents`, { as })).json<
    Page<CampaignAgent>
  >();
const assign = (body: object, as: PersonName = 'admin') =>
  server.call('PUT', '/campaigns/agents', { as, body: { _id: campaign._id, ...body } });

beforeAll(async () => {
  await server.db.execute(sql`update users set location = 'D'
    where id in (${server.people.collector.id}, ${server.people.collector2.id})`);
  campaign = (await make({ name: 'Bucket one', clientId: server.clients.X.id })).json<Campaign>();
});

describe('campaigns', () => {
  it('begin paused with what was chosen, and are told apart by their name', async () => {
    expect(campaign).toMatchObject({
      name: 'Bucket one',
      state: 'PAUSED',
      Client_Name: server.clients.X.name,
      trunks: 20,
      recycle: DEFAULT_CAMPAIGN.recycle,
      shiftEnd: '19:00',
    });
    const again = await make({ name: 'bucket ONE' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'NAME_TAKEN' });
  });

  it.each(['dropCapPercent', 'maxLevel', 'trunks'])(
    'refuse a %s that they could keep only rounded',
    async (field) => {
      const wrong = await make({ name: `Rounded ${field}`, [field]: 2.345 });
      expect(wrong.statusCode).toBe(400);
      expect(wrong.json<{ details: unknown[] }>().details).toMatchObject([{ path: field }]);
    },
  );

  it('take caller numbers of the lender’s series, or of the service series, only', async () => {
    const wrong = await make({ name: 'Wrong number', callerIds: ['9812345678'] });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'CALLER_ID_SERIES' });
    expect((await make({ name: 'Service number', callerIds: ['1600123456'] })).statusCode).toBe(
      200,
    );
    await server.db.execute(
      sql`update clients set caller_id_series = '1600220xxx' where id = ${server.clients.Y.id}`,
    );
    const ofY = { clientId: server.clients.Y.id };
    const foreign = await make({ name: 'Y calls', callerIds: ['1600123456'], ...ofY });
    expect(foreign.json()).toMatchObject({ code: 'CALLER_ID_SERIES' });
    expect((await make({ name: 'Y calls', callerIds: ['1600220777'], ...ofY })).statusCode).toBe(
      200,
    );
  });

  it('refuse settings outside the law', async () => {
    expect((await make({ name: 'Drops', dropCapPercent: 4 })).statusCode).toBe(400);
    expect((await make({ name: 'Rings', ringSeconds: 5 })).statusCode).toBe(400);
  });

  it('are a client admin’s only for its own lender', async () => {
    const own = (await make({ name: 'Own of X' }, 'clientadmin')).json<Campaign>();
    expect(own.clientId).toBe(server.clients.X.id);
    const foreign = await make({ name: 'For Y', clientId: server.clients.Y.id }, 'clientadmin');
    expect(foreign.statusCode).toBe(404);
    const all = await server.call('GET', '/campaigns', { as: 'clientadmin' });
    expect(
      all.json<Page<Campaign>>().data.every((each) => each.clientId === server.clients.X.id),
    ).toBe(true);
    const [hidden] = (
      await server.call('GET', '/campaigns', { as: 'admin', query: { search: 'Y calls' } })
    ).json<Page<Campaign>>().data;
    expect(hidden).toBeDefined();
    for (const path of ['', '/lists', '/leads', '/agents']) {
      const answer = await server.call('GET', `/campaigns/${hidden?._id}${path}`, {
        as: 'clientadmin',
      });
      expect(answer.statusCode, path).toBe(404);
    }
    expect((await server.call('GET', '/campaigns', { as: 'manager' })).statusCode).toBe(403);
  });

  it('notice that somebody changed them meanwhile', async () => {
    const made = (await make({ name: 'Changed twice' })).json<Campaign>();
    const { _id, revision } = made;
    const change = (trunks: number) =>
      server.call('PUT', '/campaigns', {
        as: 'admin',
        body: { ...DEFAULT_CAMPAIGN, name: made.name, trunks, _id, revision },
      });
    const answers = await Promise.all([change(7), change(9)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('don’t run without anybody to call', async () => {
    const empty = (await make({ name: 'Empty' })).json<Campaign>();
    const body = { _id: empty._id, state: 'RUNNING' };
    const answer = await server.call('PUT', '/campaigns/state', { as: 'admin', body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'NO_LEADS' });
  });
});

describe('agents of a campaign', () => {
  it('join and leave, and follow its new name', async () => {
    const { collector, collector2 } = server.people;
    expect((await assign({ join: [collector.id, collector2.id] })).json()).toEqual({
      joined: 2,
      left: 0,
    });
    expect((await assign({ join: [collector.id] })).json()).toEqual({ joined: 0, left: 0 });
    expect((await agents('clientadmin')).totalCount).toBe(2);
    const { _id, revision } = campaign;
    const renamed = await server.call('PUT', '/campaigns', {
      as: 'admin',
      body: { ...DEFAULT_CAMPAIGN, name: 'Bucket 1', _id, revision },
    });
    campaign = renamed.json<Campaign>();
    expect(campaign.agentCount).toBe(2);
    const body = { ...DEFAULT_CAMPAIGN, name: 'Late', _id, revision };
    expect((await server.call('PUT', '/campaigns', { as: 'admin', body })).json()).toMatchObject({
      code: 'STALE_REVISION',
      details: { changedBy: 'Test admin' },
    });
    expect((await assign({ leave: [collector2.id] })).json()).toEqual({ joined: 0, left: 1 });
    const own = (await agents()).data.filter((each) => each.processName === 'Bucket 1');
    expect(own.map((each) => each._id)).toEqual([collector.id]);
  });

  it('are those whose process has its name in whatever case, on the list, in the count and at the seat', async () => {
    const { collector } = server.people;
    await server.db.execute(sql`update users set predictive_process = 'BUCKET 1', location = 'D'
      where id = ${collector.id}`);
    const read = await server.call('GET', `/campaigns/${campaign._id}`, { as: 'admin' });
    const lists = {
      read: read.json<Campaign>().agentCount,
      shown: (await agents('clientadmin')).totalCount,
    };
    expect(lists).toEqual({ read: 1, shown: 1 });
    const post = (what: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
      server.call(method, `/api/v2/dialer/${what}`, {
        as: 'collector',
        body: { username: 'collector', ...body },
      });
    await post('seat', {});
    const mode = await post('mode', { isPredictive: true }, 'PUT');
    expect(mode.json()).toMatchObject({ data: { processName: 'Bucket 1' } });
    expect((await assign({ leave: [collector.id] })).json()).toEqual({ joined: 0, left: 1 });
  });

  it('are collectors at the dialer, given by the agency', async () => {
    const stranger = await assign({ join: [server.people.collector3.id] });
    expect(stranger.json()).toMatchObject({ code: 'NOT_A_DIALER' });
    expect((await assign({ join: [server.people.manager.id] })).statusCode).toBe(404);
    expect((await assign({ join: [] }, 'clientadmin')).statusCode).toBe(403);
  });

  it('who wait in predictive mode take part at once', async () => {
    const { collector2 } = server.people;
    await server.db.execute(
      sql`insert into agent_seats (user_id, is_predictive) values (${collector2.id}, true)`,
    );
    await server.db
      .execute(sql`insert into agent_spans (id, user_id, state, is_predictive, started_at)
      values (gen_random_uuid(), ${collector2.id}, 'READY', true, now() - interval '1 minute')`);
    await assign({ join: [collector2.id] });
    const { rows } = await server.db.execute(sql`select campaign_id, state from agent_spans
      where user_id = ${collector2.id} and ended_at is null`);
    expect(rows).toEqual([{ campaign_id: campaign._id, state: 'READY' }]);
  });
});
