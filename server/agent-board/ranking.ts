/** What somebody's place is decided by. */
export interface Ranked {
  readonly id: string;
  readonly collected: number;
  readonly expected: number;
  readonly loanCount: number;
  readonly breaches: number;
}

/** So many loans weigh as much as luck: with as many, half of what is beyond the expectation counts. */
const LUCK_LOANS = 20;
/** Places that nobody with a breach gets. */
const PODIUM = 3;

/** What is beyond the expectation, drawn towards 0 for few loans. Whole rupees, half away from zero. */
export function scoreOf({ collected, expected, loanCount }: Ranked): number {
  const beyond = collected - expected;
  const drawn = (Math.abs(beyond) * loanCount) / (loanCount + LUCK_LOANS);
  return Math.sign(beyond) * Math.round(drawn) || 0;
}

/**
 * Places by score, then by what was collected, then by id. The first three are of people without a breach; where there are
 * fewer of them, the places stay empty.
 */
export function rankAll(people: readonly Ranked[]): Map<string, number> {
  const inOrder = [...people].sort(
    (a, b) => scoreOf(b) - scoreOf(a) || b.collected - a.collected || (a.id < b.id ? -1 : 1),
  );
  const podium = inOrder.filter(({ breaches }) => breaches === 0).slice(0, PODIUM);
  const others = inOrder.filter((each) => !podium.includes(each));
  const places = new Map(podium.map(({ id }, place) => [id, place + 1]));
  const from = others.some(({ breaches }) => breaches > 0) ? PODIUM : podium.length;
  others.forEach(({ id }, place) => places.set(id, from + place + 1));
  return places;
}
