import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../../server/log.ts';
import { newId } from '../../server/ids.ts';
import { readSettings } from '../../server/settings.ts';
import { openTelephony } from '../../server/telephony/telephony-service.ts';
import type { CallEvent, Telephony } from '../../server/telephony/telephony-service.ts';
import { ARI_LOGIN, AriDouble } from '../support/ari-double.ts';

const AGENT = { userId: newId(), extension: '104' };
const WAIT = { timeout: 15_000 };

let pbx: AriDouble;
let telephony: Telephony;
let events: CallEvent[];
const opened: Telephony[] = [];

function open(heard: CallEvent[] = []): Telephony {
  const made = openTelephony(
    readSettings({
      TELEPHONY: 'ari',
      ARI_URL: pbx.url,
      ARI_USER: ARI_LOGIN.user,
      ARI_PASSWORD: ARI_LOGIN.password,
      ARI_ENDPOINT: 'PJSIP/{number}@trunk',
    }),
  );
  made.listen((event) => heard.push(event));
  opened.push(made);
  return made;
}

beforeEach(async () => {
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
  vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  pbx = new AriDouble();
  await pbx.start();
  events = [];
  telephony = open(events);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await pbx.stop();
  vi.restoreAllMocks();
});

const call = (callId: string) => `recoup-call-${callId}`;
const agent = (callId: string) => `recoup-agent-${callId}`;
const kinds = () => events.map(({ kind }) => kind);
const bridged = (callId: string) =>
  [...(pbx.bridges.get(`recoup-bridge-${callId}`) ?? [])].sort((a, b) => a.localeCompare(b));

async function placed(): Promise<string> {
  const one = { callId: newId(), number: '919876543210', callerId: '02216001234', ringSeconds: 25 };
  await telephony.place(one);
  pbx.ring(call(one.callId));
  return one.callId;
}

async function answered(): Promise<string> {
  const callId = await placed();
  pbx.answer(call(callId));
  await vi.waitFor(() => expect(kinds()).toEqual(['RINGING', 'ANSWERED']), WAIT);
  return callId;
}

async function talking(): Promise<string> {
  const callId = await answered();
  await telephony.connect(callId, AGENT);
  await vi.waitFor(() => expect(bridged(callId)).toEqual([agent(callId), call(callId)]), WAIT);
  return callId;
}

const ended = (kind: CallEvent['kind']) =>
  vi.waitFor(() => expect(kinds().at(-1)).toBe(kind), WAIT);

const lastOf = (callId: string) => events.findLast((event) => event.callId === callId);

describe('a call by way of ARI', () => {
  it('that was answered while this process stood still counts from then on', async () => {
    const callId = await placed();
    await vi.waitFor(() => expect(kinds()).toEqual(['RINGING']), WAIT);
    pbx.answer(call(callId));
    const stood = Date.now();
    while (Date.now() - stood < 2000);
    await vi.waitFor(() => expect(kinds()).toEqual(['RINGING', 'ANSWERED']), WAIT);
    expect(lastOf(callId)?.at.getTime()).toBeLessThan(stood + 500);
  });

  it('that still rings is not dropped by the end of an agent who was never called', async () => {
    const callId = await placed();
    const stray = pbx.channels.get(call(callId));
    if (stray) pbx.channels.set(agent(callId), { ...stray, id: agent(callId) });
    pbx.end(agent(callId));
    pbx.answer(call(callId));
    await vi.waitFor(() => expect(kinds()).toEqual(['RINGING', 'ANSWERED']), WAIT);
    await telephony.connect(callId, AGENT);
    await vi.waitFor(() => expect(bridged(callId)).toEqual([agent(callId), call(callId)]), WAIT);
  });
});

describe('an exchange that is away', () => {
  it('as an agent is to be called leaves no borrower alone on the line', async () => {
    const callId = await answered();
    await pbx.stop();
    await expect(telephony.connect(callId, AGENT)).rejects.toThrow('can’t be reached at ARI_URL');
    await pbx.start();
    await vi.waitFor(() => expect(pbx.playing.size).toBe(1), WAIT);
    pbx.endPlayback(`recoup-drop-${callId}`);
    await ended('ENDED');
  });

  it('as a talk is to end ends it when it is there', async () => {
    const callId = await talking();
    await pbx.stop();
    await expect(telephony.hangUp(callId)).rejects.toThrow('can’t be reached at ARI_URL');
    await pbx.start();
    await vi.waitFor(() => expect(pbx.channels.size).toBe(0), WAIT);
  });
});

describe('two processes at one exchange', () => {
  it('leave nobody alone whose agent the first did not call any more', async () => {
    const callId = await answered();
    expect(await open().liveCalls()).toEqual([callId]);
    await vi.waitFor(() => expect(pbx.playing.size).toBe(1), WAIT);
  });
});
