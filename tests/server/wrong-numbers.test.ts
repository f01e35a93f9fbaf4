import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { BorrowerProfile } from '../../contract/borrower-profile.ts';
import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import type { CampaignList } from '../../contract/campaign-list.ts';
import type { ContactChannel } from '../../contract/contact-rules.ts';
import { CONTACT_CHANNELS } from '../../contract/contact-rules.ts';
import type { GateStanding } from '../../contract/contact-record.ts';
import { newId } from '../../server/ids.ts';
import { setPolicy } from '../support/gate.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf } from '../support/work.ts';

/** A number that a call found to be somebody else's is out of every channel until that is corrected. */

const server = testServer();
let phones = 7_100_000_000;

beforeAll(async () => {
  await setPolicy(server);
});

interface Numbers {
  loanId: string;
  mobile: string;
  other: string;
}

async function loanWithTwo(more: object = {}): Promise<Numbers> {
  const mobile = String((phones += 1));
  const other = String((phones += 1));
  const loanId = await server.addLoan({
    mobileNumber: mobile,
    alternateMobileNumber: other,
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
    ...more,
  });
  return { loanId, mobile, other };
}

async function record(loanId: string, more: object = {}): Promise<string> {
  const body = callOf(loanId, { disposition: 'WRONG_NUMBER', ...more });
  await server.taken('POST', '/call-disposition', { as: 'collector', body });
  return body._id;
}

async function reasonOf(loanId: string, channel: ContactChannel, number: string) {
  const query = { loanId, channel, number };
  return (await server.taken<GateStanding>('GET', '/contact-gate', { as: 'collector', query }))
    .reason;
}

async function wrongOf(loanId: string): Promise<string[]> {
  const query = { loanId };
  const answer = await server.call('GET', '/borrowerProfile/getBorrowerProfile', {
    as: 'collector',
    query,
  });
  return answer
    .json<BorrowerProfile>()
    .numbers.filter(({ isWrong }) => isWrong)
    .map(({ number }) => number);
}

const reached = CONTACT_CHANNELS.filter((channel) => channel !== 'VISIT');

it('no channel reaches the dialled number, every channel the other one', async () => {
  const { loanId, mobile, other } = await loanWithTwo();
  await record(loanId, { dialledNumber: `+91 ${other}` });
  for (const channel of reached) {
    expect(await reasonOf(loanId, channel, other), channel).toBe('WRONG_NUMBER');
    expect(await reasonOf(loanId, channel, mobile), channel).toBeNull();
  }
  expect(await wrongOf(loanId)).toEqual([other]);
});

it('without a number noted it is the one that is called when none is named', async () => {
  const { loanId, mobile, other } = await loanWithTwo();
  await record(loanId);
  expect(await reasonOf(loanId, 'CALL', mobile)).toBe('WRONG_NUMBER');
  expect(await reasonOf(loanId, 'CALL', other)).toBeNull();
});

it("the lender's other loans of that borrower lose the number too, another borrower's and another lender's do not", async () => {
  const first = await loanWithTwo();
  const numbers = { mobileNumber: first.mobile, alternateMobileNumber: first.other };
  const sibling = await loanWithTwo(numbers);
  const stranger = await loanWithTwo({ ...numbers, customerName: 'Somebody Else' });
  const elsewhere = await loanWithTwo({ ...numbers, client: 'Y' });
  const id = await record(first.loanId);
  const { rows } = await server.db.execute<{
    loan_id: string;
  }>(sql`select loan_id from contact_numbers
    where disposition_id = ${id} and ended_at is null`);
  expect(rows.map((row) => row.loan_id).toSorted()).toEqual(
    [first.loanId, sibling.loanId].toSorted(),
  );
  expect([stranger.loanId, elsewhere.loanId]).not.toContain(rows[1]?.loan_id);
});

it('no leave reaches it: neither a manager’s own word nor one given for other reasons', async () => {
  const { loanId, mobile, other } = await loanWithTwo();
  const asked = await server.call('POST', '/contact-gate/override-requests', {
    as: 'collector',
    body: { loanId, channel: 'CALL', reason: 'Asked to be called back' },
  });
  const { _id } = asked.json<{ _id: string }>();
  const body = { isGranted: true };
  await server.taken('PUT', `/contact-gate/override-requests/${_id}`, {
    as: 'manager',
    body,
  });
  await record(loanId, { dialledNumber: mobile });
  await server.db.execute(sql`insert into contact_holds (id, loan_id, kind)
    values (gen_random_uuid(), ${loanId}, 'DO_NOT_CALL')`);
  const claim = async (as: PersonName, number: string, more: object = {}) => {
    const claimed = { attemptId: newId(), loanId, channel: 'CALL', number, ...more };
    const answer = await server.call('POST', '/contact-gate/claim', { as, body: claimed });
    return answer.json<GateStanding>();
  };
  const wrong = { isAllowed: false, reason: 'WRONG_NUMBER' };
  const overrideReason = 'The borrower insists';
  expect(await claim('manager', mobile, { overrideReason })).toMatchObject(wrong);
  expect(await claim('collector', mobile)).toMatchObject(wrong);
  expect(await claim('collector', other)).toMatchObject({
    isAllowed: true,
    reason: 'DO_NOT_CALL',
  });
});

it('whoever decides gives the number back, on every loan that the call took it out of', async () => {
  const first = await loanWithTwo();
  const sibling = await loanWithTwo({ mobileNumber: first.mobile });
  await record(first.loanId);
  expect(await reasonOf(sibling.loanId, 'SMS', first.mobile)).toBe('WRONG_NUMBER');
  const standing = await server.call('GET', `/contact-gate/loans/${first.loanId}`, {
    as: 'manager',
  });
  const { numbers } = standing.json<{ numbers: { _id: string; number: string }[] }>();
  expect(numbers).toMatchObject([{ number: first.mobile }]);
  await server.taken('PUT', `/contact-numbers/${numbers[0]?._id}/end`, {
    as: 'manager',
  });
  for (const { loanId } of [first, sibling])
    expect(await reasonOf(loanId, 'SMS', first.mobile)).toBeNull();
});

it('a corrected or removed outcome gives the number back, a restored one takes it out again', async () => {
  const { loanId, mobile } = await loanWithTwo();
  const corrected = await record(loanId);
  await server.taken('PUT', '/call-disposition/single', {
    as: 'collector',
    body: { _id: corrected, disposition: 'RINGING' },
  });
  expect(await reasonOf(loanId, 'CALL', mobile)).toBeNull();
  const removed = await record(loanId);
  expect(await reasonOf(loanId, 'CALL', mobile)).toBe('WRONG_NUMBER');
  await server.taken('DELETE', '/call-disposition', {
    as: 'collector',
    body: [removed],
  });
  expect(await reasonOf(loanId, 'CALL', mobile)).toBeNull();
  await server.taken('POST', '/call-disposition/restore', {
    as: 'collector',
    body: { ids: [removed] },
  });
  expect(await reasonOf(loanId, 'CALL', mobile)).toBe('WRONG_NUMBER');
});

it('a campaign list takes the number that is right, and says which loans have none', async () => {
  const batchNo = 7001;
  const two = await loanWithTwo({ batchNo });
  const one = await loanWithTwo({ batchNo, alternateMobileNumber: null });
  await record(two.loanId);
  await record(one.loanId);
  const campaignId = (
    await server.taken<{ _id: string }>('POST', '/campaigns', {
      as: 'admin',
      body: { ...DEFAULT_CAMPAIGN, name: 'Right numbers', clientId: server.clients.X.id },
    })
  )._id;
  const list = await server.taken<CampaignList>('POST', '/campaign-lists/by-filter', {
    as: 'admin',
    body: { campaignId, name: 'Batch', matching: { batchNo }, most: 10 },
  });
  expect(list).toMatchObject({ rowCount: 2, leadCount: 1, failedCount: 1, knownCount: 0 });
  expect(list.failedRows[0]?.reason).toContain('found to be wrong');
  const { rows } = await server.db.execute<{ number: string }>(
    sql`select number from campaign_leads where list_id = ${list._id}`,
  );
  expect(rows).toEqual([{ number: two.other }]);
});
