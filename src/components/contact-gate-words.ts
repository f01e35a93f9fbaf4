import type { TFunction } from 'i18next';
import { isOverridable } from '../../contract/contact-rules.ts';
import { clockNow } from '../lib/clock.ts';
import { formatClock, formatDay, formatDayTime, formatTime } from '../lib/dates.ts';

/** Why a contact is not allowed; the words of each are in the catalogue. */
export type GateReasonName =
  | 'LOAN_CLOSED'
  | 'THIRD_PARTY'
  | 'NUMBER_BLOCKED'
  | 'WRONG_NUMBER'
  | 'IN_CALL'
  | 'DO_NOT_CALL'
  | 'DISPUTE'
  | 'HARDSHIP'
  | 'BEREAVEMENT'
  | 'LEGAL'
  | 'SETTLEMENT'
  | 'AVOID_TIME'
  | 'FESTIVAL'
  | 'CLOSED_DAY'
  | 'HOURS'
  | 'AFTER_TALK'
  | 'WEEK_LIMIT'
  | 'DAY_LIMIT'
  | 'MESSAGE_LIMIT';

/** What the gate says of a contact. */
export interface ShownGate {
  /** Null: it is allowed. */
  reason: GateReasonName | null;
  /** From when it would be allowed; null: nobody knows. */
  until: Date | string | null;
  today: number;
  perDay: number | null;
  week: number;
  perWeek: number | null;
  /** When contacts end that day, `HH:mm`. */
  to: string;
  /** A manager allows it all the same, until this instant. */
  leaveUntil?: string | null;
  /** The manager has been asked. */
  isAsked?: boolean;
}

/** A manager's leave that counts: against some rules nobody can give one. */
const leaveOf = ({ reason, leaveUntil = null }: ShownGate): string | null =>
  reason === null || isOverridable(reason) ? leaveUntil : null;

/** Whether it may be made: by the rules, or with a manager's leave. */
export const isGateOpen = (gate: ShownGate): boolean =>
  gate.reason === null || leaveOf(gate) !== null;

/** Why not, and until when: "hold for bereavement until 03-12-2026 08:00 AM". */
export function gateReasonWords(
  t: TFunction,
  reason: GateReasonName,
  until: Date | string | null,
): string {
  const words = t(`gate.${reason}`);
  if (until === null) return reason === 'LOAN_CLOSED' ? words : `${words}, ${t('gate.noEnd')}`;
  const isToday = formatDay(until) === formatDay(clockNow());
  const when = isToday ? formatTime(until) : formatDayTime(until);
  return `${words} ${t('gate.until', { when })}`;
}

/** "May be called until 07:00 PM", or why not. */
export function gateWords(t: TFunction, gate: ShownGate): string {
  const { reason, until, to } = gate;
  const leaveUntil = leaveOf(gate);
  if (leaveUntil !== null) return t('gate.leave', { time: formatTime(leaveUntil) });
  if (reason !== null) return t('gate.notNow', { reason: gateReasonWords(t, reason, until) });
  return to === '24:00' || to === '23:59'
    ? t('gate.openAllDay')
    : t('gate.openUntil', { time: formatClock(to) });
}

/** How many contacts there were of how many that are allowed. */
export function gateCounts(t: TFunction, gate: ShownGate): string {
  const { today, perDay, week, perWeek } = gate;
  const day =
    perDay === null
      ? t('gate.todayOnly', { count: today })
      : t('gate.today', { count: today, most: perDay });
  return perWeek === null ? day : `${day} · ${t('gate.week', { count: week, most: perWeek })}`;
}
