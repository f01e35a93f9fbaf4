import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import type { CallEvent } from '../../server/telephony/telephony-service.ts';
import {
  AGENT,
  WAIT,
  agent,
  answered,
  bridged,
  call,
  ended,
  events,
  kinds,
  lastOf,
  open,
  openWith,
  order,
  pbx,
  placed,
  said,
  settingsOf,
  startExchange,
  stopExchange,
  talking,
  telephony,
} from '../support/ari-exchange.ts';

beforeEach(startExchange);
afterEach(stopExchange);

describe('a call by way of ARI', () => {
  it('rings at the trunk, is answered, joined with the agent, and ends with the borrower', async () => {
    const callId = await talking();
    expect(pbx.channels.get(call(callId))).toMatchObject({
      endpoint: 'PJSIP/919876543210@trunk',
      callerId: '02216001234',
      timeout: 25,
    });
    expect(pbx.channels.get(agent(callId))?.endpoint).toBe('PJSIP/104');
    expect(await telephony.liveCalls()).toEqual([callId]);
    pbx.end(call(callId));
    await ended('HUNG_UP');
    await vi.waitFor(() => expect(pbx.channels.size + pbx.bridges.size).toBe(0), WAIT);
    expect(await telephony.liveCalls()).toEqual([]);
    expect(kinds()).toEqual(['RINGING', 'ANSWERED', 'HUNG_UP']);
    expect(pbx.recordings).toEqual([]);
  });

  it.each([
    ['BUSY', 17],
    ['NO_ANSWER', 19],
    ['NO_ANSWER', 18],
    ['NO_ANSWER', 16],
    ['FAILED', 34],
    ['FAILED', 1],
  ] as const)('that nobody takes is %s for cause %i', async (kind, cause) => {
    const callId = await placed();
    pbx.end(call(callId), cause);
    await ended(kind);
    expect(events.at(-1)?.callId).toBe(callId);
  });

  it('which the exchange refuses has failed, and the order has not', async () => {
    pbx.refusal = 500;
    await telephony.place(order());
    expect(kinds()).toEqual(['FAILED']);
  });

  it('ends when we hang up, and when the agent does', async () => {
    const callId = await talking();
    await telephony.hangUp(callId);
    await ended('ENDED');
    events.length = 0;
    const other = await talking();
    pbx.end(agent(other));
    await ended('ENDED');
    await vi.waitFor(() => expect(pbx.channels.size).toBe(0), WAIT);
  });

  it('that no agent can take hears the message and is hung up after it', async () => {
    const callId = await answered();
    await telephony.drop(callId);
    await telephony.drop(callId);
    const message = `recoup-drop-${callId}`;
    expect(pbx.playing.get(message)).toEqual({
      channel: call(callId),
      media: 'sound:recoup-dropped',
    });
    expect(pbx.sent('POST', '/play/')).toHaveLength(1);
    pbx.endPlayback(message);
    await ended('ENDED');
    expect(pbx.channels.size).toBe(0);
  });

  it('whose agent’s telephone does not answer hears the message too', async () => {
    pbx.doAgentsAnswer = false;
    const callId = await answered();
    await telephony.connect(callId, AGENT);
    pbx.end(agent(callId), 19);
    await vi.waitFor(() => expect(pbx.playing.size).toBe(1), WAIT);
    pbx.endPlayback(`recoup-drop-${callId}`);
    await ended('ENDED');
  });

  it.each([
    ['can’t be dialled', 500, '104'],
    ['has a name that is no dial string', null, '104&PJSIP/999'],
  ])('whose agent’s telephone %s hears it at once', async (_, refusal, extension) => {
    const callId = await answered();
    pbx.refusal = refusal;
    await telephony.connect(callId, { ...AGENT, extension });
    expect(pbx.playing.size).toBe(1);
    expect(pbx.channels.size).toBe(1);
    pbx.endPlayback(`recoup-drop-${callId}`);
    await ended('ENDED');
  });

  it('is the same however often it is ordered', async () => {
    const one = order();
    await telephony.place(one);
    await telephony.place(one);
    pbx.ring(call(one.callId));
    pbx.answer(call(one.callId));
    await ended('ANSWERED');
    await Promise.all([telephony.connect(one.callId, AGENT), telephony.connect(one.callId, AGENT)]);
    await vi.waitFor(() => expect(bridged(one.callId)).toHaveLength(2), WAIT);
    await telephony.hangUp(one.callId);
    await ended('ENDED');
    await telephony.hangUp(one.callId);
    await telephony.drop(one.callId);
    expect(kinds()).toEqual(['RINGING', 'ANSWERED', 'ENDED']);
  });

  it('tells the address of its recording when it ends', async () => {
    openWith({ ARI_RECORDINGS_URL: 'https://pbx.example/recordings' });
    const callId = await talking();
    await vi.waitFor(() => expect(pbx.recordings).toEqual([callId]), WAIT);
    pbx.end(call(callId));
    await ended('HUNG_UP');
    expect(events.at(-1)?.recordLink).toBe(`https://pbx.example/recordings/${callId}.wav`);
  });

  it('of someone else at the same exchange is none of ours', async () => {
    await telephony.place(order());
    const strange = { state: 'Up', args: 'call', isInStasis: true, bridge: null } as const;
    const rest = { endpoint: 'PJSIP/1', callerId: null, timeout: 1 };
    pbx.channels.set('1700000000.1', { id: '1700000000.1', ...strange, ...rest });
    expect(await telephony.liveCalls()).toHaveLength(1);
    pbx.end('1700000000.1');
    expect(kinds()).toEqual([]);
  });
});

/** A call that is answered, with the dialplan's word of who did. */
async function judged(verdict: string): Promise<void> {
  openWith({ ARI_AMD_CONTEXT: 'recoup-amd' });
  const callId = await placed();
  pbx.answer(call(callId));
  await vi.waitFor(() => expect(pbx.sent('POST', '/continue')).toHaveLength(1), WAIT);
  expect(pbx.sent('POST', '/continue')[0]?.body).toMatchObject({ context: 'recoup-amd' });
  expect(kinds()).toEqual(['RINGING']);
  pbx.enter(call(callId), `amd,${verdict}`);
}

describe('answering machines', () => {
  it('are told from people by the dialplan', async () => {
    await judged('MACHINE');
    await ended('MACHINE');
    expect(kinds()).toEqual(['RINGING', 'MACHINE']);
  });

  it.each(['HUMAN', 'NOTSURE', 'HANGUP'])('%s counts as a person', async (verdict) => {
    await judged(verdict);
    await ended('ANSWERED');
    expect(kinds()).toEqual(['RINGING', 'ANSWERED']);
  });
});

describe('an exchange that is away', () => {
  it('is found when it is there, and its orders are refused until then', async () => {
    await pbx.stop();
    await expect(telephony.liveCalls()).rejects.toThrow('can’t be reached at ARI_URL');
    await expect(telephony.place(order())).rejects.toThrow('can’t be reached at ARI_URL');
    await pbx.start();
    await vi.waitFor(async () => expect(await telephony.liveCalls()).toEqual([]), WAIT);
    await answered();
    expect(said.filter((line) => line.includes('can’t be reached'))).toHaveLength(1);
    expect(said.at(-1)).toContain('there again');
  });

  it('and has a talk going on loses nothing of it', async () => {
    const callId = await talking();
    pbx.cut();
    await vi.waitFor(() => expect(pbx.hasListener).toBe(true), WAIT);
    expect(await telephony.liveCalls()).toEqual([callId]);
    pbx.end(call(callId));
    await ended('HUNG_UP');
    expect(kinds()).toEqual(['RINGING', 'ANSWERED', 'HUNG_UP']);
  });

  it('tells of calls that ended and of ones that were answered meanwhile', async () => {
    const gone = await placed();
    const taken = await placed();
    await vi.waitFor(() => expect(kinds()).toEqual(['RINGING', 'RINGING']), WAIT);
    await pbx.stop();
    const away = Date.now();
    pbx.end(call(gone));
    pbx.answer(call(taken));
    await pbx.start();
    await vi.waitFor(() => expect(events).toHaveLength(4), WAIT);
    expect(lastOf(gone)?.kind).toBe('ENDED');
    // As of when we went away: who waited for too long is not joined to anybody.
    expect(lastOf(taken)?.kind).toBe('ANSWERED');
    expect(lastOf(taken)?.at.getTime()).toBeLessThanOrEqual(away + 1000);
  });

  it('while an agent hung up leaves no borrower alone on the line', async () => {
    const callId = await talking();
    await pbx.stop();
    pbx.end(agent(callId));
    await pbx.start();
    await vi.waitFor(() => expect(pbx.playing.size).toBe(1), WAIT);
    pbx.endPlayback(`recoup-drop-${callId}`);
    await ended('ENDED');
  });

  it('says clearly that the password is wrong, without the password', async () => {
    openWith({ ARI_PASSWORD: 'wrong-Word-77' });
    const words = 'does not accept ARI_USER and ARI_PASSWORD (status 401)';
    await expect(telephony.liveCalls()).rejects.toThrow(words);
    expect(said.join()).toContain(words);
    expect(said.join()).not.toContain('wrong-Word-77');
  });
});

describe('two processes at one exchange', () => {
  it('listen in turn: whoever works has the events, and finds the other’s calls', async () => {
    const callId = await talking();
    const heard: CallEvent[] = [];
    const successor = open(heard);
    expect(await successor.liveCalls()).toEqual([callId]);
    await vi.waitFor(() => expect(said.join()).toContain('Another process listens'), WAIT);
    pbx.end(call(callId));
    await vi.waitFor(() => expect(heard.map(({ kind }) => kind)).toEqual(['HUNG_UP']), WAIT);
    await vi.waitFor(() => expect(pbx.channels.size).toBe(0), WAIT);
    expect(pbx.listenersSeen).toBe(2);
    expect(kinds()).toEqual(['RINGING', 'ANSWERED']);
  });
});

describe('the settings of an exchange', () => {
  it('name what is missing, and never repeat the password', () => {
    expect(() => readSettings({ TELEPHONY: 'ari', ARI_PASSWORD: 'secret-77' })).toThrow(
      /ARI_URL must be set.*ARI_USER must be set.*ARI_ENDPOINT must be set/,
    );
    const wrong = { ARI_ENDPOINT: 'PJSIP/trunk', ARI_URL: 'http://recoup:secret-77@pbx/ari' };
    expect(() => settingsOf(wrong)).toThrow(/\{number\}/);
    expect(() => settingsOf(wrong)).not.toThrow(/secret-77/);
  });

  it('are none by default: the embedded exchange', () => {
    expect(readSettings({}).ari).toBeNull();
    expect(settingsOf({ SIM_SPEED: '60' }).simulator.speed).toBe(1);
  });
});
