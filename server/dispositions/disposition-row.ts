import { isDeepStrictEqual } from 'node:util';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { DispositionCode, Position } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import type { WorkableLoan } from '../access/workable-loan.ts';
import { TALK_TOLERANCE, longestTalks } from '../agent-states/desk-call-service.ts';
import type { Db } from '../database/connection.ts';
import type { dispositions } from '../database/tables/dispositions.ts';
import type { ContactInput } from './disposition-rules.ts';

/** A row to be stored. */
export type NewDisposition = typeof dispositions.$inferInsert;
/** A stored row. */
export type StoredDisposition = typeof dispositions.$inferSelect;

/** What was remarked; why more than the due was collected stands with it. */
const remarksOf = ({ remarks, excessReason }: ContactInput): string | null =>
  [remarks, excessReason].filter(Boolean).join(' · ') || null;

/**
 * A visit's position. Phones time it by their own clock, as they time the visit, or by that of the satellites: the one nearer
 * to the visit's proved time is meant.
 */
function positionOf(
  { position, recordedAt }: Extract<ContactInput, { channel: 'FIELD' }>,
  provedAt: Date,
): Position {
  if ('missingReason' in position || recordedAt === undefined) return position;
  const told = Date.parse(position.takenAt);
  const corrected = told + provedAt.getTime() - Date.parse(recordedAt);
  const isNearer = Math.abs(corrected - provedAt.getTime()) < Math.abs(told - provedAt.getTime());
  return isNearer ? { ...position, takenAt: new Date(corrected).toISOString() } : position;
}

/** The row of a recorded contact. */
export function dispositionRow(
  id: string,
  actor: Actor,
  loan: WorkableLoan,
  code: DispositionCode,
  input: ContactInput,
  recordedAt: Date,
  opId: string | null,
): NewDisposition {
  const isCall = input.channel === 'CALL';
  return {
    id,
    loanId: loan.loanId,
    channel: input.channel,
    agentId: actor.userId,
    managerId: loan.leaderId ?? (actor.role === 'MANAGER' ? actor.userId : actor.managerId),
    allocationId: loan.allocationId,
    code: code.code,
    dispositionClass: code.disposition_class,
    callStatus: isCall ? input.call_status : null,
    duration: (isCall ? input.duration : null) ?? null,
    recordLink: (isCall ? input.recordlink : null) ?? null,
    personMet: input.personMet ?? null,
    remarks: remarksOf(input),
    amountCollected: input.amountCollected ?? null,
    promiseAmount: input.promiseAmount ?? null,
    onDate: input.date ?? null,
    atTime: input.time ?? null,
    position: isCall ? null : positionOf(input, recordedAt),
    recordedAt: recordedAt.toISOString(),
    opId,
    dialledNumber: (isCall ? input.dialledNumber : null) ?? null,
  };
}

const placeOf = (position: Position | null | undefined) =>
  position && { ...position, takenAt: undefined };

/** What the recorder said, in one comparable form; instants and bookkeeping left out. */
function said(row: NewDisposition): unknown[] {
  const texts = [row.callStatus, row.recordLink, row.personMet, row.remarks, row.dialledNumber];
  return [
    row.loanId,
    row.agentId,
    row.channel,
    row.code,
    ...texts.map((text) => text ?? null),
    row.duration ?? null,
    row.amountCollected ?? null,
    row.promiseAmount ?? null,
    row.onDate ?? null,
    row.atTime?.slice(0, 5) ?? null,
    placeOf(row.position),
  ];
}

/** Whether both rows say the same, to the second. */
export const isUnchanged = (stored: StoredDisposition, row: NewDisposition): boolean =>
  isDeepStrictEqual(said(stored), said(row));

/** Whether a repeat of an id says the same as the stored row, whose duration may have been shortened (`provenDuration`). */
export function saysTheSame(stored: StoredDisposition, repeat: NewDisposition): boolean {
  const isShortened = (repeat.duration ?? 0) > (stored.duration ?? 0) && stored.duration !== null;
  const duration = isShortened ? stored.duration : repeat.duration;
  return isUnchanged(stored, { ...repeat, duration });
}

/** How long a call lasted as far as its beginning, which was noted when it happened, bears it out: seconds. */
export function provenDuration(
  started: Pick<StoredDisposition, 'recordedAt'>,
  outcome: Pick<NewDisposition, 'recordedAt' | 'duration'>,
): number | null {
  const { duration } = outcome;
  if (duration === null || duration === undefined) return null;
  const passedMs = Date.parse(outcome.recordedAt) - new Date(started.recordedAt).getTime();
  return Math.min(duration, Math.max(0, Math.ceil(passedMs / 1000)) + TALK_TOLERANCE);
}

/** The rows, none with a longer call than the dialer bears out. */
export async function withinTalk<Row extends NewDisposition>(
  tx: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ id, duration }) => ((duration ?? 0) > 0 ? [id] : []));
  if (ids.length === 0) return [...rows];
  const longest = await longestTalks(tx, ids);
  return rows.map((row) => {
    const most = longest.get(row.id);
    return most === undefined || (row.duration ?? 0) <= most ? row : { ...row, duration: most };
  });
}

/** Whether a recorded outcome was corrected: it says something else than what was recorded. */
export function isCorrected(stored: StoredDisposition): boolean {
  return stored.revision > 1 && stored.code !== CALL_STARTED;
}

/** Whether both are the same agent's contact of one kind with one loan, whatever they say of it. */
export function isOfTheSame(stored: StoredDisposition, repeat: NewDisposition): boolean {
  return (
    stored.channel === repeat.channel &&
    stored.loanId === repeat.loanId &&
    stored.agentId === repeat.agentId
  );
}

/** Whether the row notes only that this agent's call to this loan began. */
export function isStartOf(started: NewDisposition, other: NewDisposition): boolean {
  return (
    started.code === CALL_STARTED &&
    started.channel === other.channel &&
    started.loanId === other.loanId &&
    started.agentId === other.agentId
  );
}
