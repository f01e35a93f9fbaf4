import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { Campaign } from '../../contract/campaign.ts';
import type { CampaignLead, CampaignList, ListLook } from '../../contract/campaign-list.ts';
import type { Page } from '../../contract/paging.ts';
import { sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let campaign: Campaign;

const make = async (name: string, clientId: string) =>
  (
    await server.call('POST', '/campaigns', {
      as: 'admin',
      body: { ...DEFAULT_CAMPAIGN, name, clientId },
    })
  ).json<Campaign>();
const lists = async (id = campaign._id) =>
  (await server.call('GET', `/campaigns/${id}/lists`, { as: 'admin' })).json<Page<CampaignList>>();
const leads = async (query: Record<string, string> = {}, id = campaign._id) =>
  (
    await server.call('GET', `/campaigns/${id}/leads`, {
      as: 'admin',
      query: { pageSize: '100', ...query },
    })
  ).json<Page<CampaignLead>>();
const upload = (
  rows: readonly string[],
  fields: Record<string, string> = {},
  as: PersonName = 'admin',
) =>
  sendFile(server, '/campaign-lists', {
    as,
    content: rows.join('\n'),
    fields: { campaignId: campaign._id, name: 'A list', ...fields },
  });
const loaded = async (id: string) =>
  expect
    .poll(async () => (await lists()).data.find((list) => list._id === id)?.state, {
      timeout: 30_000,
    })
    .not.toBe('LOADING');

const change = (body: object) => server.call('PUT', '/campaign-lists', { as: 'admin', body });
const choose = (name: string, matching: object, most = 50) =>
  server.call('POST', '/campaign-lists/by-filter', {
    as: 'admin',
    body: { campaignId: campaign._id, name, matching, most },
  });

beforeAll(async () => {
  campaign = await make('Bucket 1', server.clients.X.id);
});

describe('a list from a file', () => {
  it('is looked into first', async () => {
    const look = await sendFile(server, '/campaign-lists/look', {
      as: 'admin',
      content: 'Loan Account No,Mob No,Rank\nLN-1,9876543210,5',
    });
    expect(look.json<ListLook>().suggested).toEqual({
      Loan_ID: 'Loan Account No',
      Mobile_Number: 'Mob No',
      Priority: 'Rank',
    });
  });

  it('makes leads of its rows and says which rows failed and why', async () => {
    await server.addLoan({ loanNumber: 'L-1', mobileNumber: '9811111111' });
    await server.addLoan({ loanNumber: 'L-2', mobileNumber: '9822222222' });
    await server.addLoan({ loanNumber: 'L-3', mobileNumber: '9833333333', status: 'PAID' });
    await server.addLoan({ loanNumber: 'L-4', mobileNumber: null });
    await server.addLoan({ loanNumber: 'Y-1', mobileNumber: '9844444444', client: 'Y' });
    const rows = [
      'Loan number,Mobile,Priority',
      'L-1,,9',
      ',9822222222,',
      'L-3,,',
      'L-4,,',
      'Y-1,,',
      'L-2,12,',
      ',,4',
      'L-2,9822222222,',
      'L-1,9822222222,',
    ];
    const answer = await upload(rows);
    expect(answer.statusCode).toBe(200);
    const { _id } = answer.json<CampaignList>();
    await loaded(_id);
    const list = (await lists()).data.find((each) => each._id === _id);
    expect(list).toMatchObject({
      rowCount: 9,
      leadCount: 2,
      failedCount: 6,
      knownCount: 1,
      readyCount: 2,
    });
    expect(list?.failedRows.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8, 10]);
    expect(list?.failedRows[0]?.reason).toContain('paid');
    expect(list?.failedRows[5]?.reason).toContain('not one of the loan');
    const found = (await leads()).data;
    expect(found.map(({ Loan_ID, number, priority }) => [Loan_ID, number, priority])).toEqual([
      ['L-1', '9811111111', 9],
      ['L-2', '9822222222', 0],
    ]);
  });

  it('adds nothing when it is loaded twice, as the same file or another with the same rows', async () => {
    const before = (await leads()).totalCount;
    const rows = ['Loan number,Priority', 'L-1,1', 'L-2,1'];
    const first = (await upload(rows)).json<CampaignList>();
    await loaded(first._id);
    const again = await upload(rows);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'LIST_LOADED' });
    expect((await lists()).data.find(({ _id }) => _id === first._id)).toMatchObject({
      leadCount: 0,
      knownCount: 2,
    });
    expect((await leads()).totalCount).toBe(before);
  });

  it('is refused without a column to find loans by, for a foreign campaign, and when it is no sheet', async () => {
    expect((await upload(['City,Zone', 'Pune,West'])).statusCode).toBe(422);
    const ofY = await make('Y calls', server.clients.Y.id);
    const foreign = await upload(['Loan number', 'L-1'], { campaignId: ofY._id }, 'clientadmin');
    expect(foreign.statusCode).toBe(404);
    const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0]);
    const answer = await sendFile(server, '/campaign-lists/look', {
      as: 'admin',
      name: 'a.png',
      content,
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('the lists of a campaign', () => {
  it('come from a filter too: the lender’s active loans, the largest dues first', async () => {
    for (const due of [100, 900, 500])
      await server.addLoan({
        bucket: '7',
        totalDueAmount: due,
        mobileNumber: `98500${String(due).padStart(5, '0')}`,
      });
    await server.addLoan({ bucket: '7', client: 'Y' });
    const list = (await choose('Bucket 7', { bucket: '7' }, 2)).json<CampaignList>();
    expect(list).toMatchObject({ leadCount: 2, state: 'LOADED' });
    const found = (await leads({ listId: list._id })).data;
    expect(found.map((lead) => lead.Total_Due_Amount)).toEqual([900, 500]);
    expect((await choose('Nobody', { bucket: 'none' })).json()).toMatchObject({ code: 'NO_LOANS' });
  });

  it('are switched off and on, put first, and removed', async () => {
    const list = (await lists()).data.find((each) => each.name === 'Bucket 7');
    const _id = list?._id ?? '';
    expect((await change({ _id, isActive: false })).json()).toMatchObject({
      readyCount: 0,
      stoppedCount: 2,
    });
    expect((await leads({ listId: _id })).data[0]).toMatchObject({
      state: 'STOPPED',
      stopReason: 'LIST_OFF',
    });
    await change({ _id, isActive: true, priority: 9 });
    expect((await lists()).data[0]).toMatchObject({ _id, readyCount: 2 });
    expect((await leads()).data[0]?.listName).toBe('Bucket 7');
    const removed = await server.call('DELETE', '/campaign-lists', { as: 'admin', body: { _id } });
    expect(removed.json()).toEqual({ success: true, stopped: 2 });
    expect((await lists()).data.map((each) => each._id)).not.toContain(_id);
    // The same loans may come back with another list.
    expect((await choose('Bucket 7 again', { bucket: '7' })).json()).toMatchObject({
      leadCount: 3,
      readyCount: 3,
    });
  });

  it('begin anew where leads are done, but not those of closed loans', async () => {
    await server.db
      .execute(sql`update campaign_leads set state = 'DONE', attempts = 6, last_result = 'NO_ANSWER'
      where campaign_id = ${campaign._id}`);
    await server.db.execute(sql`update loans set status = 'PAID' where loan_number = 'L-1'`);
    const reset = await server.call('PUT', '/campaign-leads/reset', {
      as: 'admin',
      body: { campaignId: campaign._id, lastResult: 'NO_ANSWER' },
    });
    expect(reset.json()).toEqual({ reset: 4 });
    const still = (await leads({ state: 'DONE' })).data;
    expect(still.map((lead) => lead.Loan_ID)).toEqual(['L-1']);
    const run = await server.call('PUT', '/campaigns/state', {
      as: 'clientadmin',
      body: { _id: campaign._id, state: 'RUNNING' },
    });
    expect(run.json()).toMatchObject({ state: 'RUNNING', waitingCount: 4 });
  });

  it('are done once they were tried as often as the campaign tries by now', async () => {
    const _id = campaign._id;
    const move = (state: string) =>
      server.call('PUT', '/campaigns/state', { as: 'admin', body: { _id, state } });
    const trying = async (maxAttempts: number) => {
      const { revision } = (
        await server.call('GET', `/campaigns/${_id}`, { as: 'admin' })
      ).json<Campaign>();
      const body = { ...DEFAULT_CAMPAIGN, _id, name: campaign.name, revision, maxAttempts };
      return (await server.call('PUT', '/campaigns', { as: 'admin', body })).json<Campaign>();
    };
    await server.db.execute(sql`update campaign_leads set attempts = 3
      where campaign_id = ${_id} and state = 'READY'`);
    const { doneCount } = await trying(4);
    expect(await trying(3)).toMatchObject({ waitingCount: 0, doneCount: doneCount + 4 });
    expect((await lists()).data.reduce((sum, list) => sum + list.readyCount, 0)).toBe(0);
    expect((await leads({ state: 'READY' })).data).toEqual([]);
    expect((await leads({ state: 'DONE' })).data[0]).toMatchObject({ state: 'DONE', nextAt: null });
    await move('PAUSED');
    expect((await move('RUNNING')).statusCode).toBe(422);
    expect(await trying(4)).toMatchObject({ waitingCount: 4 });
  });
});
