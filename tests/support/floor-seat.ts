import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { newId } from '../../server/ids.ts';

/** An agent of the day: its user and the bearer token of an open session. */
export interface SeatUser {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

/** What the agents of a day did and were told: each entry was acknowledged by the server. */
export interface DayLog {
  readonly outcomes: Map<string, { agentId: string; loanId: string; code: string }>;
  readonly messages: Set<string>;
  /** Messages that the gate refused, by reason. */
  readonly refusedMessages: Map<string, number>;
  breaks: number;
  /** Answers that should never have come, in words. */
  readonly wrongs: string[];
}

/** An empty log. */
export const newDayLog = (): DayLog => ({
  outcomes: new Map(),
  messages: new Set(),
  refusedMessages: new Map(),
  breaks: 0,
  wrongs: [],
});

/** The day as an agent knows it. */
export interface Day {
  readonly url: string;
  /** Template of an SMS. */
  readonly templateId: string;
  /** Days to come, `YYYY-MM-DD`. */
  readonly promiseDay: string;
  readonly log: DayLog;
  isOver(): boolean;
  /** A random number from 0 to below 1, the same in each run of a seed. */
  random(): number;
}

const LOOK_MS = 100;
const statusSchema = z.object({
  data: z.object({
    status: z.string(),
    callId: z.string().nullable(),
    loanId: z.string().nullable(),
  }),
});
const foundSchema = z.object({
  state: z.number(),
  loan: z.object({ _id: z.string() }).nullable(),
  call: z.object({ _id: z.string() }).nullable(),
});
const refusalSchema = z.object({ code: z.string() });

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks until the server answers at all: what a device's outbox does. A 500 is noted as wrong; 503 says to come again. */
async function ask(
  day: Day,
  user: SeatUser,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await fetch(`${day.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${user.token}`,
          username: user.username,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      const found: unknown = await answer.json();
      if (answer.status < 500) return { status: answer.status, body: found };
      if (answer.status !== 503)
        day.log.wrongs.push(`${answer.status} ${method} ${path} ${JSON.stringify(found)}`);
    } catch {
      // Killed, cut off or out of time: whoever asks again under the same id gets the same.
    }
    await sleep(3 * LOOK_MS);
  }
}

const OUTCOMES = ['PTP', 'CALLBACK', 'REFUSED_TO_PAY', 'LANGUAGE_BARRIER', 'DISCONNECTED'] as const;

async function recordOutcome(
  day: Day,
  user: SeatUser,
  callId: string,
  loanId: string,
): Promise<void> {
  const code = OUTCOMES[Math.floor(day.random() * OUTCOMES.length)] ?? 'PTP';
  const body = {
    _id: callId,
    loanId,
    disposition: code,
    call_status: 'ANSWERED',
    duration: 30,
    recordedAt: new Date().toISOString(),
    ...(code === 'PTP' && { promiseAmount: 1500, date: day.promiseDay, time: '11:30' }),
    ...(code === 'CALLBACK' && { date: day.promiseDay, time: '16:00' }),
  };
  const { status, body: answer } = await ask(day, user, 'POST', '/api/v1/call-disposition', body);
  if (status === 200) day.log.outcomes.set(callId, { agentId: user.id, loanId, code });
  else day.log.wrongs.push(`${status} for the outcome of ${callId}: ${JSON.stringify(answer)}`);
}

async function sendMessage(day: Day, user: SeatUser, loanId: string): Promise<void> {
  const _id = newId();
  const body = { _id, loanId, templateId: day.templateId };
  const { status, body: answer } = await ask(
    day,
    user,
    'POST',
    '/api/v1/call-disposition/send-sms',
    body,
  );
  if (status === 200) day.log.messages.add(_id);
  else if (status === 422 || status === 409) {
    const { code } = refusalSchema.parse(answer);
    day.log.refusedMessages.set(code, (day.log.refusedMessages.get(code) ?? 0) + 1);
  } else day.log.wrongs.push(`${status} for a message: ${JSON.stringify(answer)}`);
}

async function workCall(day: Day, user: SeatUser): Promise<void> {
  const path = `/api/v1/predictive-call/get-loan/by/mobile?username=${user.username}`;
  const found = foundSchema.parse((await ask(day, user, 'GET', path)).body);
  if (found.call === null || found.loan === null) return;
  const callId = found.call._id;
  // Some agents hang up, others wait for the borrower to.
  if (day.random() < 0.3)
    await ask(day, user, 'POST', '/api/v1/predictive-call/hang-up', { callId });
  if (day.random() < 0.2) await sendMessage(day, user, found.loan._id);
  if (day.random() < 0.1) await takeBreak(day, user);
  await recordOutcome(day, user, callId, found.loan._id);
}

async function takeBreak(day: Day, user: SeatUser): Promise<void> {
  const body = { username: user.username, breakName: 'tea' };
  const { status } = await ask(day, user, 'POST', '/api/v2/dialer/break', body);
  if (status === 200) day.log.breaks += 1;
  else day.log.wrongs.push(`${status} for a break`);
}

async function standing(day: Day, user: SeatUser): Promise<string> {
  const { status, body } = await ask(day, user, 'GET', '/api/v2/dialer/agent/agentStatus');
  if (status !== 200)
    throw new Error(`${status} for the status of a seat: ${JSON.stringify(body)}`);
  return statusSchema.parse(body).data.status;
}

/** One agent's day: logs in at the dialer, takes calls, records each, sends messages, takes breaks, leaves. */
export async function workSeat(day: Day, user: SeatUser): Promise<void> {
  const name = { username: user.username };
  await ask(day, user, 'POST', '/api/v2/dialer/seat', name);
  await ask(day, user, 'PUT', '/api/v2/dialer/mode', { ...name, isPredictive: true });
  for (;;) {
    const state = await standing(day, user);
    const hasCall = state === 'INCALL' || state === 'DEAD' || state === 'DISPO';
    if (hasCall) await workCall(day, user);
    else if (day.isOver()) break;
    else if (state === 'BREAK') {
      await sleep(5 * LOOK_MS);
      await ask(day, user, 'POST', '/api/v2/dialer/readyCall', name);
    }
    await sleep(LOOK_MS);
  }
  await ask(day, user, 'POST', '/api/v2/dialer/logout', name);
}
