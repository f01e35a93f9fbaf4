import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AGENT,
  WAIT,
  agent,
  answered,
  bridged,
  call,
  ended,
  kinds,
  lastOf,
  open,
  pbx,
  placed,
  startExchange,
  stopExchange,
  talking,
  telephony,
} from '../support/ari-exchange.ts';

beforeEach(startExchange);
afterEach(stopExchange);

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

describe('an exchange that says too much', () => {
  it('in an answer is not heard to its end', async () => {
    await placed();
    pbx.doesFlood = true;
    await expect(telephony.liveCalls()).rejects.toThrow('sends too much');
    expect(pbx.flooded).toBeLessThan(40_000_000);
    pbx.doesFlood = false;
    await expect(telephony.liveCalls()).resolves.toHaveLength(1);
  });

  it('in an event is listened to anew', async () => {
    const callId = await placed();
    pbx.flood(900_000);
    await vi.waitFor(() => expect(kinds()).toEqual(['RINGING']), WAIT);
    expect(pbx.listenersSeen).toBe(1);
    pbx.flood(2_000_000);
    await vi.waitFor(() => expect(pbx.listenersSeen).toBe(2), WAIT);
    pbx.answer(call(callId));
    await vi.waitFor(() => expect(kinds()).toEqual(['RINGING', 'ANSWERED']), WAIT);
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
