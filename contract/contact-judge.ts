import { GATE_REASONS } from './contact-rules.ts';
import type {
  ContactChannel,
  ContactFacts,
  ContactQuestion,
  ContactVerdict,
  GateReason,
} from './contact-rules.ts';
import {
  dayAfter,
  daysBetween,
  instantOfWallClock,
  minutesOf,
  wallClock,
  weekdayOf,
} from './zone-time.ts';
import type { WallClock } from './zone-time.ts';

/** Days that a weekly limit spans. */
const WEEK_DAYS = 7;
/** Rules that end are looked past so often before nobody can tell when a contact is allowed. */
const MOST_STEPS = 400;

/** A rule that forbids; `endMs`: the first instant at which it no longer does by itself, null: unknown. */
interface Block {
  readonly reason: GateReason;
  readonly endMs: number | null;
}

/** A counted contact by the borrower's calendar. */
interface Counted {
  readonly atMs: number;
  readonly day: string;
  readonly isTalk: boolean;
  readonly isOfLoan: boolean;
  readonly number: string | null;
}

interface Judging {
  readonly facts: ContactFacts;
  readonly ask: ContactQuestion;
  readonly atMs: number;
  readonly clock: WallClock;
  /** Contacts of the ask's kind: messages, or calls and visits. */
  readonly counted: readonly Counted[];
}

const isMessage = (channel: ContactChannel) => channel === 'SMS' || channel === 'WHATSAPP';

const isWithin = (atMs: number, from: string, until: string | null) =>
  atMs >= Date.parse(from) && (until === null || atMs < Date.parse(until));

function foreverBlocks({ facts, ask, atMs }: Judging): Block[] {
  const blocks: Block[] = [];
  if (!facts.isWorked) blocks.push({ reason: 'LOAN_CLOSED', endMs: null });
  if (ask.toThirdParty === true && !facts.allowsThirdParties)
    blocks.push({ reason: 'THIRD_PARTY', endMs: null });
  for (const { number, isWrong, since, endedAt } of facts.numbers) {
    if (number !== ask.number || !isWithin(atMs, since, endedAt)) continue;
    const reason = isWrong ? 'WRONG_NUMBER' : 'NUMBER_BLOCKED';
    blocks.push({ reason, endMs: endedAt === null ? null : Date.parse(endedAt) });
  }
  return blocks;
}

function holdBlocks({ facts, ask, atMs }: Judging): Block[] {
  return facts.holds
    .filter((hold) => hold.channel === null || hold.channel === ask.channel)
    .filter((hold) => isWithin(atMs, hold.from, hold.until))
    .map(({ kind, until }) => ({ reason: kind, endMs: until === null ? null : Date.parse(until) }));
}

/** While a settlement is being paid, contact begins so many days before its next day, and is made by a person. */
const AGREED_LEAD_DAYS = 3;

function agreementBlocks({ facts, ask, clock }: Judging): Block[] {
  const { agreedDay = null, zone } = facts;
  if (agreedDay === null) return [];
  if (ask.channel === 'DIALER') return [{ reason: 'SETTLEMENT', endMs: null }];
  const from = dayAfter(agreedDay, -AGREED_LEAD_DAYS);
  return clock.day < from
    ? [{ reason: 'SETTLEMENT', endMs: instantOfWallClock(zone, from, 0) }]
    : [];
}

function avoidBlocks({ facts, atMs, clock }: Judging): Block[] {
  return facts.avoidTimes
    .filter((time) => isWithin(atMs, time.since, time.endedAt))
    .filter((time) => time.untilDay === null || clock.day <= time.untilDay)
    .filter((time) => time.weekdays.includes(clock.weekday))
    .filter((time) => minutesOf(time.from) <= clock.minute && clock.minute < minutesOf(time.to))
    .map((time) => {
      const over = instantOfWallClock(facts.zone, clock.day, minutesOf(time.to), atMs);
      const endMs = time.endedAt === null ? over : Math.min(over, Date.parse(time.endedAt));
      return { reason: 'AVOID_TIME' as const, endMs };
    });
}

function calendarBlocks({ facts, clock, atMs }: Judging): Block[] {
  const { zone } = facts;
  const nextDayMs = instantOfWallClock(zone, dayAfter(clock.day, 1), 0);
  const blocks: Block[] = [];
  if (facts.festivalDays.includes(clock.day)) blocks.push({ reason: 'FESTIVAL', endMs: nextDayMs });
  if (facts.closedWeekdays.includes(weekdayOf(clock.day)))
    blocks.push({ reason: 'CLOSED_DAY', endMs: nextDayMs });
  const [from, to] = [minutesOf(facts.from), minutesOf(facts.to)];
  if (clock.minute < from)
    blocks.push({ reason: 'HOURS', endMs: instantOfWallClock(zone, clock.day, from, atMs) });
  else if (clock.minute >= to)
    blocks.push({
      reason: 'HOURS',
      endMs: instantOfWallClock(zone, dayAfter(clock.day, 1), from),
    });
  return blocks;
}

/** How many counted contacts satisfy a condition, of the loan or of the number, whichever is more. */
function mostOf({ counted, ask }: Judging, isMeant: (contact: Counted) => boolean): number {
  const meant = counted.filter(isMeant);
  const ofLoan = meant.filter((contact) => contact.isOfLoan).length;
  const ofNumber = meant.filter((contact) => contact.number === ask.number).length;
  return ask.number === null ? ofLoan : Math.max(ofLoan, ofNumber);
}

const countedOn = (judging: Judging, day: string) =>
  mostOf(judging, (contact) => contact.day === day);

/** The most contacts in any seven days of which this day is one: work that arrives late lies between others. */
function fullestWeek(judging: Judging): number {
  const { day } = judging.clock;
  const starts = Array.from({ length: WEEK_DAYS }, (_, back) => dayAfter(day, -back));
  return Math.max(
    ...starts.map((start) => {
      const last = dayAfter(start, WEEK_DAYS - 1);
      return mostOf(judging, (contact) => start <= contact.day && contact.day <= last);
    }),
  );
}

/** Ends of the silence after talks that this contact falls into. */
function talkBlocks(judging: Judging): Block[] {
  const { facts, ask, atMs, clock, counted } = judging;
  if (facts.daysAfterTalk === 0 || isMessage(ask.channel)) return [];
  const concerned = counted.filter(
    (contact) => contact.isOfLoan || (ask.number !== null && contact.number === ask.number),
  );
  const before = concerned
    .filter(({ isTalk, atMs: talkMs }) => isTalk && talkMs <= atMs)
    .filter(({ day }) => daysBetween(day, clock.day) < facts.daysAfterTalk)
    .map(({ day }): Block => {
      const over = dayAfter(day, facts.daysAfterTalk);
      return { reason: 'AFTER_TALK', endMs: instantOfWallClock(facts.zone, over, 0) };
    });
  const isFollowed =
    ask.isTalk === true &&
    concerned.some(
      (contact) => contact.atMs > atMs && daysBetween(clock.day, contact.day) < facts.daysAfterTalk,
    );
  return isFollowed ? [...before, { reason: 'AFTER_TALK', endMs: null }] : before;
}

function limitBlocks(judging: Judging): Block[] {
  const { facts, ask, clock } = judging;
  const endMs = instantOfWallClock(facts.zone, dayAfter(clock.day, 1), 0);
  const today = countedOn(judging, clock.day);
  if (isMessage(ask.channel)) {
    const isFull = facts.messagesPerDay !== null && today >= facts.messagesPerDay;
    return isFull ? [{ reason: 'MESSAGE_LIMIT', endMs }] : [];
  }
  const blocks: Block[] = [];
  if (facts.perWeek !== null && fullestWeek(judging) >= facts.perWeek)
    blocks.push({ reason: 'WEEK_LIMIT', endMs });
  if (facts.perDay !== null && today >= facts.perDay) blocks.push({ reason: 'DAY_LIMIT', endMs });
  return blocks;
}

const blocksAt = (judging: Judging): Block[] => [
  ...foreverBlocks(judging),
  ...holdBlocks(judging),
  ...agreementBlocks(judging),
  ...avoidBlocks(judging),
  ...calendarBlocks(judging),
  ...talkBlocks(judging),
  ...limitBlocks(judging),
];

const rank = (reason: GateReason) => GATE_REASONS.indexOf(reason);

function countedOf(facts: ContactFacts, ask: ContactQuestion): Counted[] {
  return facts.attempts
    .filter(({ id }) => id !== ask.attemptId)
    .filter(({ channel }) => isMessage(channel) === isMessage(ask.channel))
    .map(({ at, isTalk, isOfLoan, number }) => {
      const atMs = Date.parse(at);
      return { atMs, day: wallClock(facts.zone, atMs).day, isTalk, isOfLoan, number };
    });
}

/** The first instant from which nothing forbids it, going from the end of each rule to the next; null: nobody can tell. */
function allowedFrom(judging: Judging, blocks: readonly Block[]): Date | null {
  let atMs = judging.atMs;
  let standing = blocks;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (standing.length === 0) return new Date(atMs);
    const ends = standing.map(({ endMs }) => endMs);
    if (ends.includes(null)) return null;
    atMs = Math.max(...ends.map((end) => end ?? 0));
    standing = blocksAt({ ...judging, atMs, clock: wallClock(judging.facts.zone, atMs) });
  }
  return null;
}

/**
 * Whether a contact is allowed, by what is known of its loan: the one decision for calls, messages, visits and the dialer,
 * on the server and on a phone without a network. Limits count what is known of the days around it, in whatever order it
 * came to be known.
 */
export function judgeContact(facts: ContactFacts, ask: ContactQuestion): ContactVerdict {
  const atMs = ask.at.getTime();
  const clock = wallClock(facts.zone, atMs);
  const judging = { facts, ask, atMs, clock, counted: countedOf(facts, ask) };
  const blocks = blocksAt(judging).toSorted((a, b) => rank(a.reason) - rank(b.reason));
  const [first] = blocks;
  return {
    reason: first?.reason ?? null,
    until: first === undefined ? null : allowedFrom(judging, blocks),
    today: countedOn(judging, clock.day),
    week: fullestWeek(judging),
  };
}
