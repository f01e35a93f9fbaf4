import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { ContactPolicy } from '../../contract/contact-policy.ts';
import { readCampaigns } from '../../server/dialer-engine/campaign-rows.ts';
import { wakeLeads } from '../../server/dialer-engine/engine-upkeep.ts';
import { whyNoLead } from '../../server/dialer-engine/lead-picking.ts';
import { newId } from '../../server/ids.ts';
import { engineLease } from '../support/engine-lease.ts';
import { testServer } from '../support/server.ts';

/* What the gate put off until tomorrow is called today when what stood against it is taken back. */

const server = testServer();
let campaignId: string;
/** A held, an avoiding, a blocked and a free loan of one lender, and one of another. */
let loans: Record<'held' | 'avoiding' | 'blocked' | 'free' | 'recycled' | 'others', string>;

async function addLead(
  number: string,
  client: 'X' | 'Y' = 'X',
  reason: string | null = 'FESTIVAL',
) {
  const loanId = await server.addLoan({ mobileNumber: number, client });
  await server.db
    .execute(sql`insert into campaign_leads (id, campaign_id, list_id, loan_id, number, position, next_at,
      stop_reason)
    select ${newId()}, ${campaignId}, i.id, ${loanId}, ${number}, 1, now() + interval '1 day', ${reason}
    from campaign_lists i where i.campaign_id = ${campaignId}`);
  return loanId;
}

/** One look of an engine that has the lease, while no other has; names the leads that wait no longer. */
async function woken(isAll = false): Promise<string[]> {
  await wakeLeads(server.db, await engineLease(server.db), isAll);
  const due = await server.db.execute<{ id: string }>(sql`select loan_id as id from campaign_leads
    where campaign_id = ${campaignId} and next_at <= now()`);
  return Object.entries(loans)
    .filter(([, id]) => due.rows.some((row) => row.id === id))
    .map(([name]) => name);
}

beforeEach(async () => {
  campaignId = newId();
  // Whatever was changed for an earlier test was changed long ago.
  for (const table of ['clients', 'contact_policies'] as const) {
    const name = sql.identifier(table);
    await server.db.execute(sql`alter table ${name} disable trigger user`);
    await server.db.execute(sql`update ${name} set updated_at = now() - interval '1 hour'`);
    await server.db.execute(sql`alter table ${name} enable trigger user`);
  }
  await server.db.execute(
    sql`insert into campaigns (id, name) values (${campaignId}, ${`Put off ${campaignId}`})`,
  );
  await server.db.execute(sql`insert into campaign_lists (id, campaign_id, name)
    values (${newId()}, ${campaignId}, 'List')`);
  const begin = `98${String(Date.now() % 10_000_000).padStart(7, '0')}`;
  const number = (last: number) => `${begin}${last}`;
  loans = {
    held: await addLead(number(1)),
    avoiding: await addLead(number(2)),
    blocked: await addLead(`+91 ${number(3)}`),
    free: await addLead(number(4)),
    recycled: await addLead(number(5), 'X', null),
    others: await addLead(number(6), 'Y'),
  };
  await server.db.execute(sql`insert into contact_holds (id, loan_id, kind)
    values (${newId()}, ${loans.held}, 'HARDSHIP')`);
  await server.db
    .execute(sql`insert into contact_avoid_times (id, loan_id, weekdays, from_time, to_time)
    values (${newId()}, ${loans.avoiding}, '{0,1,2,3,4,5,6}', '08:00', '19:00')`);
  await server.db.execute(
    sql`insert into contact_numbers (id, number) values (${newId()}, ${number(3)})`,
  );
});

it('nothing was changed: all wait on; nobody knows what was: all that the gate put off are looked at', async () => {
  expect(await woken()).toEqual([]);
  expect(await woken(true)).toEqual(['held', 'avoiding', 'blocked', 'free', 'others']);
});

it('the lender’s rules: its loans, and not those that wait because nobody answered', async () => {
  const policies = await server.taken<{ data: ContactPolicy[] }>('GET', '/contact-policies', {
    as: 'admin',
  });
  const policy = policies.data.find(({ clientId }) => clientId === server.clients.X.id);
  const body = { ...policy, festivalDays: [] };
  await server.taken('PUT', `/contact-policies/${server.clients.X.id}`, { as: 'admin', body });
  expect(await woken()).toEqual(['held', 'avoiding', 'blocked', 'free']);
});

it.each([
  ['held', 'contact-holds', 'contact_holds'],
  ['avoiding', 'contact-avoid-times', 'contact_avoid_times'],
  ['blocked', 'contact-numbers', 'contact_numbers'],
] as const)('what stood against one loan (%s): that loan', async (name, path, table) => {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where ended_at is null order by id desc limit 1`,
  );
  const body = { note: 'Asked for by the borrower.' };
  await server.taken('PUT', `/${path}/${rows[0]?.id ?? ''}/end`, { as: 'admin', body });
  expect(await woken()).toEqual([name]);
});

it('the borrower’s time zone: that loan', async () => {
  const body = { timeZone: 'Asia/Dubai' };
  await server.taken('PUT', `/contact-gate/loans/${loans.free}/time-zone`, { as: 'admin', body });
  expect(await woken()).toEqual(['free']);
});

it('why nobody is called is said: all put off by the gate, all waiting for their next try, none left', async () => {
  await server.db.execute(sql`update campaigns set state = 'RUNNING' where id = ${campaignId}`);
  const why = async () => {
    const campaigns = await readCampaigns(server.db, 'Asia/Kolkata');
    const campaign = campaigns.find(({ id }) => id === campaignId);
    return campaign && whyNoLead(server.db, campaign);
  };
  const leads = sql`campaign_leads where campaign_id = ${campaignId} and loan_id`;
  await server.db.execute(sql`delete from ${leads} = ${loans.recycled}`);
  expect(await why()).toBe('LEADS_REFUSED');
  loans.recycled = await addLead('9876500001', 'X', null);
  await server.db.execute(sql`update campaign_leads set next_at = now() + interval '1 hour'
    where loan_id = ${loans.recycled}`);
  expect(await why()).toBe('LEADS_WAIT');
  await server.db.execute(
    sql`update campaign_leads set next_at = now() where loan_id = ${loans.recycled}`,
  );
  expect(await why()).toBe(null);
  await server.db.execute(
    sql`update campaign_lists set is_active = false where campaign_id = ${campaignId}`,
  );
  expect(await why()).toBe('NO_LEADS');
});
