import type { BestTime, NextAction, NextReason } from '../../contract/borrower-profile.ts';
import { tellsOfDeath } from '../../contract/disposition.ts';
import type { SettlementState } from '../../contract/settlement.ts';

/** What the next step is decided by. Days and hours are the business time zone's. */
export interface ActionFacts {
  readonly isActive: boolean;
  /** Business day and hour (0 to 23) now, and its weekday (ISO). */
  readonly now: { readonly day: string; readonly time: string; readonly weekday: number };
  /** The gate's answer for a call. */
  readonly gate: {
    readonly isAllowed: boolean;
    readonly reason: string | null;
    readonly until: string | null;
  };
  /** The open or broken promise that the loan shows. */
  readonly promise: {
    readonly date: string | null;
    readonly amount: number | null;
    readonly isBroken: boolean;
  };
  /** The settlement that is open on the loan: while it is being paid, the next day and amount. */
  readonly settlement: {
    readonly state: SettlementState | null;
    readonly dueOn: string | null;
    readonly amount: number | null;
  };
  /** The newest outcome. */
  readonly newest: {
    readonly code: string;
    readonly kind: string;
    readonly date: string | null;
    readonly time: string | null;
  } | null;
  readonly calls: number;
  readonly reached: number;
  /** Calls in a row, the newest ones, in which nobody was spoken to. */
  readonly missedInARow: number;
  readonly numbers: readonly { readonly isWrong: boolean }[];
  readonly bestTime: BestTime;
}

type Reason = NextAction['reasons'][number];

/** So many calls in a row that reached nobody: somebody should go there. */
export const VISIT_AFTER_CALLS = 5;

const why = (reason: NextReason, more: Partial<Reason> = {}): Reason => ({
  reason,
  date: null,
  time: null,
  amount: null,
  count: null,
  gate: null,
  ...more,
});

const action = (
  name: NextAction['action'],
  reasons: Reason[],
  until: string | null = null,
): NextAction => ({ action: name, reasons, until });

function ofPromise({ promise, now }: ActionFacts): NextAction | null {
  const { date, amount, isBroken } = promise;
  if (date === null) return null;
  if (isBroken) return action('CALL_NOW', [why('PROMISE_BROKEN', { date, amount })]);
  if (date === now.day) return action('CALL_NOW', [why('PROMISE_DUE_TODAY', { date, amount })]);
  if (date > now.day) return action('WAIT', [why('PROMISE_AHEAD', { date, amount })]);
  return null;
}

function ofCallback({ newest, now }: ActionFacts): NextAction | null {
  if (newest?.kind !== 'CALLBACK' || newest.date === null) return null;
  const { date, time } = newest;
  const isDue = date < now.day || (date === now.day && (time ?? '00:00') <= now.time);
  return isDue
    ? action('CALL_NOW', [why('CALLBACK_DUE', { date, time })])
    : action('CALL_AT', [why('CALLBACK_AHEAD', { date, time })]);
}

function ofAnswer({ newest }: ActionFacts): NextAction | null {
  if (newest === null) return null;
  if (tellsOfDeath(newest.code)) return action('MANAGER', [why('DECEASED')]);
  return newest.kind === 'DISPUTE' ? action('MANAGER', [why('DISPUTED')]) : null;
}

/** What was agreed is collected before anything else. */
function ofAgreement({ settlement, now }: ActionFacts): NextAction | null {
  const { state, dueOn: date, amount } = settlement;
  if (date === null || (state !== 'LETTER_ISSUED' && state !== 'ACTIVE')) return null;
  return action(date <= now.day ? 'CALL_NOW' : 'CALL', [why('SETTLEMENT_DUE', { date, amount })]);
}

/** A loan has one open settlement at most: another is not spoken of. */
function ofWish({ newest, settlement }: ActionFacts): NextAction | null {
  const isRefused = newest?.kind === 'REFUSED';
  if (!isRefused && newest?.code.endsWith('SETTLEMENT_ASKED') !== true) return null;
  if (settlement.state !== null) return action('WAIT', [why('SETTLEMENT_OPEN')]);
  return action('SETTLE', [why(isRefused ? 'REFUSED' : 'SETTLEMENT_ASKED')]);
}

function ofNumbers({ numbers, missedInARow }: ActionFacts): NextAction | null {
  if (numbers.length === 0) return action('FIND_NUMBER', [why('NO_NUMBER')]);
  if (numbers.every(({ isWrong }) => isWrong))
    return action('FIND_NUMBER', [why('ALL_NUMBERS_WRONG', { count: numbers.length })]);
  if (missedInARow >= VISIT_AFTER_CALLS)
    return action('VISIT', [why('NEVER_REACHED', { count: missedInARow })]);
  return null;
}

function routine({ bestTime, calls, now }: ActionFacts): NextAction {
  const reasons = calls === 0 ? [why('NEVER_CALLED')] : [why('ROUTINE', { count: calls })];
  const { best } = bestTime;
  if (best === null) return action('CALL', reasons);
  const hour = Number(now.time.slice(0, 2));
  const isDay = best.weekday === null || best.weekday === now.weekday;
  const isNow = isDay && hour >= best.fromHour && hour < best.toHour;
  return action('CALL', [
    ...reasons,
    why(isNow ? 'BEST_TIME_NOW' : 'BEST_TIME_LATER', { count: best.calls }),
  ]);
}

/** What to do next about a borrower, and why: the first that applies, what nobody may contact now last of all. */
export function nextActionOf(facts: ActionFacts): NextAction {
  if (!facts.isActive) return action('CLOSED', [why('LOAN_CLOSED')]);
  const next =
    ofAnswer(facts) ??
    ofAgreement(facts) ??
    ofWish(facts) ??
    ofPromise(facts) ??
    ofCallback(facts) ??
    ofNumbers(facts) ??
    routine(facts);
  const isContact = ['CALL_NOW', 'CALL_AT', 'CALL', 'VISIT'].includes(next.action);
  const { gate } = facts;
  if (gate.isAllowed || !isContact) return next;
  // What would be next stands behind why it has to wait.
  const held = why('CONTACT_HELD', { gate: gate.reason });
  return action('WAIT', [held, ...next.reasons], gate.until);
}
