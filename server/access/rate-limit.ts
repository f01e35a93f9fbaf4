import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import type { Call } from '../../contract/call.ts';
import { tooMany } from '../errors.ts';
import { log } from '../log.ts';

/** How often, in how many seconds: far above what people do, far below what a program does. */
const LIMITS = {
  export: { points: 60, duration: 300 },
  search: { points: 240, duration: 60 },
  upload: { points: 120, duration: 60 },
  /** A phone registers at each login. */
  registration: { points: 30, duration: 3600 },
  /** Passwords tried within a session. */
  password: { points: 10, duration: 900 },
  /** Failed logins from one address, over all accounts: a whole agency may be behind one. */
  'failed-login': { points: 100, duration: 900 },
} as const;

/** So far the clocks of processes may be apart. */
const AHEAD_SECONDS = 60;

/** What is limited. */
export type LimitKind = keyof typeof LIMITS;

/** Files that are opened one by one while one works: pictures, recordings, letters. */
const OPENED_AT_WORK = new Set([
  'files',
  'call-recordings',
  'settlements',
  'agent-seats',
  'dialer',
]);
const BY_NAME: Readonly<Record<string, LimitKind>> = {
  registerDevice: 'registration',
  changePassword: 'password',
  // The rows of a file, as JSON.
  getExport: 'export',
  // Drawn anew each time, unlike the letters that are kept.
  draftLetter: 'export',
};

/** What a call is limited as, when it is asked with this query; null: not at all. */
export function limitOf(call: Call, query: unknown): LimitKind | null {
  const named = BY_NAME[call.name];
  if (named !== undefined) return named;
  if (call.access !== 'session') return null;
  if (call.answerKind === 'file' && !OPENED_AT_WORK.has(call.noun ?? '')) return 'export';
  if (call.bodyKind === 'multipart') return 'upload';
  const isSearch =
    typeof query === 'object' && query !== null && 'search' in query && Boolean(query.search);
  return isSearch ? 'search' : null;
}

/** Limits that all processes of an installation share. */
export interface RateLimits {
  /** Uses one of a kind up. Throws 429 with the seconds to wait. */
  take(kind: LimitKind, who: string): Promise<void>;
  /** Throws as `take` does, but uses nothing up. */
  check(kind: LimitKind, who: string): Promise<void>;
}

const refusal = ({ msBeforeNext }: RateLimiterRes) =>
  tooMany(
    'This was asked too often. Wait a moment, then try again.',
    Math.ceil(msBeforeNext / 1000),
  );

/** Counted while a clock was ahead, and it would be until then: no count lasts longer than its time. */
const isOfClockAhead = (kind: LimitKind, { msBeforeNext }: RateLimiterRes) =>
  msBeforeNext > (LIMITS[kind].duration + AHEAD_SECONDS) * 1000;

/** Opens the limits over the database that the processes share. */
export function openRateLimits(pool: Pool): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([kind, limit]) => [
      kind,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: kind,
        // Whoever is over is known here until the time is up: a flood costs no statement each.
        inMemoryBlockOnConsumed: limit.points + 1,
        ...limit,
      }),
    ]),
  );
  const limiterOf = (kind: LimitKind): RateLimiterPostgres => {
    const limiter = limiters.get(kind);
    if (limiter === undefined) throw new Error(`There is no limit of ${kind}.`);
    return limiter;
  };
  const consume = async (kind: LimitKind, who: string): Promise<void> => {
    const limiter = limiterOf(kind);
    try {
      await limiter.consume(who);
    } catch (error) {
      if (!(error instanceof RateLimiterRes) || !isOfClockAhead(kind, error)) throw error;
      await limiter.delete(who);
      await limiter.consume(who);
    }
  };
  return {
    take: async (kind, who) => {
      try {
        await consume(kind, who);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw refusal(error);
        // Without its count the call itself says what is wrong with the database.
        log.warn({ err: error }, 'A limit could not be counted.');
      }
    },
    check: async (kind, who) => {
      const state = await limiterOf(kind).get(who);
      if (state === null || isOfClockAhead(kind, state)) return;
      if (state.consumedPoints > LIMITS[kind].points) throw refusal(state);
    },
  };
}
