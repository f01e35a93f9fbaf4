import { inspect } from 'node:util';
import { expect, vi } from 'vitest';
import { newId } from '../../server/ids.ts';
import { log } from '../../server/log.ts';
import { readSettings } from '../../server/settings.ts';
import { openTelephony } from '../../server/telephony/telephony-service.ts';
import type { CallEvent, Telephony } from '../../server/telephony/telephony-service.ts';
import { ARI_LOGIN, AriDouble } from './ari-double.ts';
import { PATIENCE } from './patience.ts';

/* A telephone exchange that speaks ARI, whoever calls through it, and what is heard of it: anew for each test. */

export const AGENT = { userId: newId(), extension: '104' };
export const WAIT = PATIENCE;

export let pbx: AriDouble;
export let telephony: Telephony;
export let events: CallEvent[];
/** What was logged as a warning or an error. */
export let said: string[];
const opened: Telephony[] = [];

export const settingsOf = (more: Record<string, string> = {}) =>
  readSettings({
    TELEPHONY: 'ari',
    ARI_URL: pbx.url,
    ARI_USER: ARI_LOGIN.user,
    ARI_PASSWORD: ARI_LOGIN.password,
    ARI_ENDPOINT: 'PJSIP/{number}@trunk',
    ...more,
  });

/** Another process at the exchange. */
export function open(heard: CallEvent[] = [], more: Record<string, string> = {}): Telephony {
  const made = openTelephony(settingsOf(more));
  made.listen((event) => heard.push(event));
  opened.push(made);
  return made;
}

/** The test's own process has other settings. */
export function openWith(more: Record<string, string>): void {
  telephony = open(events, more);
}

export async function startExchange(): Promise<void> {
  said = [];
  const hear = (...words: unknown[]): void => {
    said.push(words.map((word) => (typeof word === 'string' ? word : inspect(word))).join(' '));
  };
  vi.spyOn(log, 'error').mockImplementation(hear);
  vi.spyOn(log, 'warn').mockImplementation(hear);
  pbx = new AriDouble();
  await pbx.start();
  events = [];
  telephony = open(events);
}

export async function stopExchange(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await pbx.stop();
  vi.restoreAllMocks();
}

export const order = (callId = newId()) => ({
  callId,
  number: '919876543210',
  callerId: '02216001234',
  ringSeconds: 25,
});

export const call = (callId: string) => `recoup-call-${callId}`;
export const agent = (callId: string) => `recoup-agent-${callId}`;
export const kinds = () => events.map(({ kind }) => kind);
export const bridged = (callId: string) =>
  [...(pbx.bridges.get(`recoup-bridge-${callId}`) ?? [])].sort((a, b) => a.localeCompare(b));

export async function placed(): Promise<string> {
  const one = order();
  await telephony.place(one);
  pbx.ring(call(one.callId));
  return one.callId;
}

export async function answered(): Promise<string> {
  const callId = await placed();
  pbx.answer(call(callId));
  await vi.waitFor(() => expect(kinds()).toEqual(['RINGING', 'ANSWERED']), WAIT);
  return callId;
}

export async function talking(): Promise<string> {
  const callId = await answered();
  await telephony.connect(callId, AGENT);
  await vi.waitFor(() => expect(bridged(callId)).toEqual([agent(callId), call(callId)]), WAIT);
  return callId;
}

export const ended = (kind: CallEvent['kind']) =>
  vi.waitFor(() => expect(kinds().at(-1)).toBe(kind), WAIT);

export const lastOf = (callId: string) => events.findLast((event) => event.callId === callId);
