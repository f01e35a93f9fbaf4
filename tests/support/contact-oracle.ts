import type { ContactFacts, ContactQuestion } from '../../contract/contact-rules.ts';

/*
 * The rules of the gate said a second time, another way: minute by minute from the words of the issue, with toLocaleString
 * for clocks, and without a thought for speed. It answers only whether, not until when.
 */

const clock = new Map<string, Intl.DateTimeFormat>();

/** Day, weekday (0 is Sunday) and `HH:mm` that a zone's clock shows, by a formatter of another locale than the product's. */
function shown(zone: string, at: number): { day: string; weekday: number; time: string } {
  const format =
    clock.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  clock.set(zone, format);
  const [date = '', time = ''] = format.format(at).split(', ');
  const [d, m, y] = date.split('/');
  const day = `${y}-${m}-${d}`;
  return { day, weekday: new Date(`${day}T12:00:00Z`).getUTCDay(), time };
}

const DAY = 86_400_000;
const numberOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY;
const isMessage = (channel: string) => channel === 'SMS' || channel === 'WHATSAPP';

function isHeld(facts: ContactFacts, ask: ContactQuestion, at: number): boolean {
  return facts.holds.some((hold) => {
    const isOfChannel = hold.channel === null || hold.channel === ask.channel;
    const isBegun = new Date(hold.from).getTime() <= at;
    const isOver = hold.until !== null && new Date(hold.until).getTime() <= at;
    return isOfChannel && isBegun && !isOver;
  });
}

function isAvoided(facts: ContactFacts, at: number): boolean {
  const { day, weekday, time } = shown(facts.zone, at);
  return facts.avoidTimes.some((avoid) => {
    if (new Date(avoid.since).getTime() > at) return false;
    if (avoid.endedAt !== null && new Date(avoid.endedAt).getTime() <= at) return false;
    if (avoid.untilDay !== null && avoid.untilDay < day) return false;
    return avoid.weekdays.includes(weekday) && avoid.from <= time && time < avoid.to;
  });
}

function isNumberBlocked(facts: ContactFacts, ask: ContactQuestion, at: number): boolean {
  return facts.numbers.some(
    (each) =>
      each.number === ask.number &&
      new Date(each.since).getTime() <= at &&
      (each.endedAt === null || new Date(each.endedAt).getTime() > at),
  );
}

function isClosed(facts: ContactFacts, at: number): boolean {
  const { day, weekday, time } = shown(facts.zone, at);
  if (time < facts.from || time >= facts.to) return true;
  return facts.closedWeekdays.includes(weekday) || facts.festivalDays.includes(day);
}

/** Numbers of days of the contacts that count together: those of the loan, and those of the number. */
function countedDays(facts: ContactFacts, ask: ContactQuestion): number[][] {
  const alike = facts.attempts.filter(
    (each) => each.id !== ask.attemptId && isMessage(each.channel) === isMessage(ask.channel),
  );
  const days = (list: typeof alike) =>
    list.map((each) => numberOfDay(shown(facts.zone, Date.parse(each.at)).day));
  const ofLoan = days(alike.filter((each) => each.isOfLoan));
  const ofNumber = days(alike.filter((each) => each.number === ask.number));
  return ask.number === null ? [ofLoan] : [ofLoan, ofNumber];
}

function isTooOften(facts: ContactFacts, ask: ContactQuestion, at: number): boolean {
  const today = numberOfDay(shown(facts.zone, at).day);
  const perDay = isMessage(ask.channel) ? facts.messagesPerDay : facts.perDay;
  const perWeek = isMessage(ask.channel) ? null : facts.perWeek;
  return countedDays(facts, ask).some((days) => {
    if (perDay !== null && days.filter((day) => day === today).length + 1 > perDay) return true;
    if (perWeek === null) return false;
    // With this one in it, is there a stretch of seven days that holds more than are allowed?
    const all = [...days, today];
    for (let first = today - 6; first <= today; first += 1)
      if (all.filter((day) => day >= first && day < first + 7).length > perWeek) return true;
    return false;
  });
}

function isSoonAfterTalk(facts: ContactFacts, ask: ContactQuestion, at: number): boolean {
  if (isMessage(ask.channel)) return false;
  const today = numberOfDay(shown(facts.zone, at).day);
  return facts.attempts.some((each) => {
    if (each.id === ask.attemptId || isMessage(each.channel)) return false;
    if (!each.isOfLoan && (ask.number === null || each.number !== ask.number)) return false;
    const other = Date.parse(each.at);
    const apart = today - numberOfDay(shown(facts.zone, other).day);
    if (each.isTalk && other <= at && apart < facts.daysAfterTalk) return true;
    return ask.isTalk === true && other > at && -apart < facts.daysAfterTalk;
  });
}

/** Whether the rules allow a contact at an instant (the ask's own unless another is given). */
export function oracleAllows(
  facts: ContactFacts,
  ask: ContactQuestion,
  at = ask.at.getTime(),
): boolean {
  if (!facts.isWorked) return false;
  if (ask.toThirdParty === true && !facts.allowsThirdParties) return false;
  return !(
    isNumberBlocked(facts, ask, at) ||
    isHeld(facts, ask, at) ||
    isAvoided(facts, at) ||
    isClosed(facts, at) ||
    isTooOften(facts, ask, at) ||
    isSoonAfterTalk(facts, ask, at)
  );
}
