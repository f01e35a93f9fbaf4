import { log } from '../../server/log.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countOf, faultsOf, makeFloor, NO_FAULTS, workFloor } from '../support/call-floor.ts';
import { ARI_LOGIN, AriDouble } from '../support/ari-double.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

const LONG = 60_000;
let pbx: AriDouble;
let server: TestServer;

beforeAll(async () => {
  pbx = new AriDouble();
  await pbx.start();
  server = await startTestServer({
    TELEPHONY: 'ari',
    ARI_URL: pbx.url,
    ARI_USER: ARI_LOGIN.user,
    ARI_PASSWORD: ARI_LOGIN.password,
    ARI_ENDPOINT: 'PJSIP/+{number}@trunk',
    ARI_RECORDINGS_URL: 'https://pbx.example/recordings/',
  });
});

afterAll(async () => {
  await server.close();
  await pbx.stop();
});

const ends = (part: 'call' | 'agent') =>
  [...pbx.channels.values()].filter(({ id }) => id.startsWith(`recoup-${part}-`));

it(
  'the dialer calls by way of ARI: it joins agents at their extensions, and keeps what came of it',
  async () => {
    const floor = await makeFloor(server.db, { agents: 1, leads: 2, pacing: 'PROGRESSIVE' });
    await server.db.execute(
      sql`update users set extension = '204' where id = any(${sql.param(floor.agentIds)}::uuid[])`,
    );
    const calls = (where: ReturnType<typeof sql>) =>
      countOf(
        server.db,
        sql`from dialer_calls where campaign_id = ${floor.campaignId} and ${where}`,
      );
    const nextCall = async () => {
      await expect.poll(() => ends('call').length, { timeout: LONG }).toBe(1);
      return ends('call')[0]?.id ?? '';
    };

    const busy = await nextCall();
    expect(pbx.channels.get(busy)?.endpoint).toMatch(/^PJSIP\/\+919\d{9}@trunk$/);
    pbx.end(busy, 17);
    await expect.poll(() => calls(sql`result = 'BUSY'`), { timeout: LONG }).toBe(1);

    const taken = await nextCall();
    pbx.answer(taken);
    await expect.poll(() => ends('agent').map(({ endpoint }) => endpoint)).toEqual(['PJSIP/204']);
    await expect.poll(() => pbx.recordings.length, { timeout: LONG }).toBe(1);
    expect(await calls(sql`state = 'CONNECTED'`)).toBe(1);
    pbx.end(taken);
    const work = workFloor(server.db);
    await expect
      .poll(() => calls(sql`result = 'ANSWERED' and state = 'ENDED'`), { timeout: LONG })
      .toBe(1);
    await work.stop();
    const link = sql`record_link = 'https://pbx.example/recordings/' || id || '.wav'`;
    expect(await calls(link)).toBe(1);
    expect(await faultsOf(server.db)).toEqual(NO_FAULTS);
  },
  2 * LONG,
);

it(
  'while the exchange is away nothing is placed, and no attempt is counted',
  async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    await pbx.stop();
    const floor = await makeFloor(server.db, { agents: 1, leads: 1, pacing: 'PROGRESSIVE' });
    const ofFloor = sql`from dialer_calls where campaign_id = ${floor.campaignId}`;
    const said = () => logged.mock.calls.map(String).join();
    await expect.poll(said, { timeout: LONG }).toContain('The dialer waits');
    await pbx.start();
    await expect.poll(() => countOf(server.db, ofFloor), { timeout: LONG }).toBe(1);
    logged.mockRestore();
    expect(await countOf(server.db, sql`${ofFloor} and result is not null`)).toBe(0);
    await expect.poll(() => ends('call').length, { timeout: LONG }).toBe(1);
  },
  2 * LONG,
);
