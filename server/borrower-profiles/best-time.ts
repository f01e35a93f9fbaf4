import type { BestTime } from '../../contract/borrower-profile.ts';

/** Calls of one hour (0 to 23) of one weekday (ISO: 1 is Monday), business time zone. */
export interface HourCount {
  readonly weekday: number;
  readonly hour: number;
  readonly calls: number;
  readonly reached: number;
}

type Slot = BestTime['hours'][number];

/** Fewer calls than these say nothing about a person. */
const LEAST_CALLS = 6;
const LEAST_REACHED_IN_SLOT = 2;
/** A weekday is named only when this many calls of it and the hours stand behind it. */
const LEAST_OF_WEEKDAY = 4;
const LEAST_REACHED_OF_WEEKDAY = 3;
/** A time is better only when it is clearly better than the rest. */
const CLEARLY = 1.25;
/** Length of a claimed time, hours. */
const WIDTH = 2;
/** What is added to each count so that one lucky call does not win: half a call reached of two. */
const DOUBT = 2;

const sum = (counts: readonly HourCount[], part: 'calls' | 'reached') =>
  counts.reduce((total, count) => total + count[part], 0);

function slotOf(
  counts: readonly HourCount[],
  { weekday, fromHour, width }: { weekday: number | null; fromHour: number; width: number },
): Slot {
  const inside = counts.filter(
    (count) =>
      count.hour >= fromHour &&
      count.hour < fromHour + width &&
      (weekday === null || count.weekday === weekday),
  );
  return {
    weekday,
    fromHour,
    toHour: fromHour + width,
    calls: sum(inside, 'calls'),
    reached: sum(inside, 'reached'),
  };
}

const rate = ({ calls, reached }: Pick<Slot, 'calls' | 'reached'>) => reached / Math.max(1, calls);
const doubtfulRate = (slot: Slot, overall: number) =>
  (slot.reached + DOUBT * overall) / (slot.calls + DOUBT);

/** The weekday of a slot on which it is clearly better still, when enough stands behind it. */
function withWeekday(counts: readonly HourCount[], slot: Slot): Slot {
  const [best] = [1, 2, 3, 4, 5, 6, 7]
    .map((weekday) => slotOf(counts, { weekday, fromHour: slot.fromHour, width: WIDTH }))
    .filter(
      ({ calls, reached }) => calls >= LEAST_OF_WEEKDAY && reached >= LEAST_REACHED_OF_WEEKDAY,
    )
    .filter((each) => rate(each) >= rate(slot) * CLEARLY)
    .toSorted((one, other) => rate(other) - rate(one));
  return best ?? slot;
}

/** The two hours in which the borrower is reached clearly more often than else; null while too little is known. */
function bestSlot(counts: readonly HourCount[]): Slot | null {
  const all = { calls: sum(counts, 'calls'), reached: sum(counts, 'reached') };
  if (all.calls < LEAST_CALLS) return null;
  const hours = [...new Set(counts.map(({ hour }) => hour))];
  const [best] = hours
    .map((hour) =>
      slotOf(counts, { weekday: null, fromHour: Math.min(hour, 24 - WIDTH), width: WIDTH }),
    )
    .filter(({ reached }) => reached >= LEAST_REACHED_IN_SLOT)
    .toSorted(
      (one, other) =>
        doubtfulRate(other, rate(all)) - doubtfulRate(one, rate(all)) ||
        one.fromHour - other.fromHour,
    );
  if (best === undefined || rate(best) < rate(all) * CLEARLY) return null;
  return withWeekday(counts, best);
}

/** When the borrower is best called, and on how many calls that rests. */
export function bestTimeOf(counts: readonly HourCount[]): BestTime {
  const tried = [...new Set(counts.map(({ hour }) => hour))].toSorted((one, other) => one - other);
  const hours = tried.map((hour) => slotOf(counts, { weekday: null, fromHour: hour, width: 1 }));
  return {
    calls: sum(counts, 'calls'),
    reached: sum(counts, 'reached'),
    best: bestSlot(counts),
    hours,
  };
}
