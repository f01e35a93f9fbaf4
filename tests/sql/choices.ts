/** Picks one of `count` alternatives. */
export type Answer = (count: number) => number;

/** What one way through the sources decided about what only the running server knows. */
export class Choices {
  /** How many alternatives each question had, in the order in which they came up. */
  readonly met = new Map<string, number>();
  readonly labels = new Map<string, string>();
  /** Where in the sources each was asked first: a number that is the place's own. */
  readonly places = new Map<string, number>();
  readonly #given: ReadonlyMap<string, number>;
  readonly #first: Answer;
  readonly #taken = new Map<string, number>();

  /** `first`: how a question is answered that the way was not sent to try. */
  constructor(given: ReadonlyMap<string, number>, first: Answer) {
    this.#given = given;
    this.#first = first;
  }

  /** Which alternative this way takes: the one it was sent to try, or the first. */
  pick(key: string, labels: readonly string[], at = 0): number {
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const first = this.#first(labels.length);
    const wanted = this.#given.get(key) ?? first;
    const taken = wanted < labels.length ? wanted : first;
    this.#taken.set(key, taken);
    this.met.set(key, labels.length);
    this.places.set(key, at);
    if (taken > 0) this.labels.set(key, labels[taken] ?? '');
    return taken;
  }

  get taken(): ReadonlyMap<string, number> {
    return this.#taken;
  }
}

/** Answers to two questions of more than two answers that are tried together. */
export interface Pairs {
  /** Whether two questions belong together. */
  readonly isPair: (one: string, other: string, choices: Choices) => boolean;
  /** Pairs of answers that were tried, by the places of the questions: once in all statements is enough. */
  readonly tried: Set<string>;
}

/** A way that is to be gone: for one answer, or for a pair. */
interface Aimed {
  readonly given: ReadonlyMap<string, number>;
  readonly aim: string;
  readonly pair: string | null;
}

/** More ways than this through one statement: it should be written more simply. */
const MOST_WAYS = 1500;
/** How often an alternative is tried from another way, when the way led to a dead end. */
const MOST_TRIES = 3;

/**
 * Goes every way once: the first with the first alternative everywhere, then one for each other alternative of each
 * question, with the others as they were where it came up. `walk` is false for a dead end, which is tried again from
 * elsewhere. Returns false when there are too many ways.
 */
export function goEveryWay(pairs: Pairs, walk: (choices: Choices) => boolean): boolean {
  const covered = new Set<string>();
  const tries = new Map<string, number>();
  const queue: Aimed[] = [{ given: new Map(), aim: '', pair: null }];
  const plan = (
    { taken }: Choices,
    changes: readonly (readonly [string, number])[],
    pair: string | null = null,
  ) => {
    const aim = aimOf(changes);
    const tried = tries.get(aim) ?? 0;
    if (covered.has(aim) || tried >= MOST_TRIES) return;
    tries.set(aim, tried + 1);
    queue.push({ given: new Map([...taken, ...changes]), aim, pair });
  };
  let ways = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (covered.has(next.aim) || (next.pair !== null && pairs.tried.has(next.pair))) continue;
    if ((ways += 1) > MOST_WAYS) return false;
    const choices = new Choices(next.given, () => 0);
    if (walk(choices)) {
      for (const [key, at] of choices.taken) covered.add(aimOf([[key, at]]));
      covered.add(next.aim);
      if (next.pair !== null) pairs.tried.add(next.pair);
      notePairs(choices, pairs);
    }
    for (const [key, count] of choices.met)
      for (let at = 0; at < count; at += 1) {
        plan(choices, [[key, at]]);
        for (const [answer, pair] of partnersOf(choices, pairs, [key, at]))
          plan(choices, [[key, at], answer], pair);
      }
  }
  return true;
}

/** Ways by lot, always the same ones, until `walk` says that it is enough. */
export function goByLot(ways: number, walk: (choices: Choices) => boolean): void {
  let state = 1;
  const lot: Answer = (count) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  for (let way = 0; way < ways; way += 1) if (walk(new Choices(new Map(), lot))) return;
}

const aimOf = (changes: readonly (readonly [string, number])[]): string =>
  changes.map(([key, at]) => `${key}#${at}`).join(' & ');

const pairOf = (
  { places }: Choices,
  one: readonly [string, number],
  other: readonly [string, number],
) =>
  [one, other]
    .map(([key, at]) => `${places.get(key) ?? 0}#${at}`)
    .sort()
    .join(' & ');

function notePairs(choices: Choices, { isPair, tried }: Pairs): void {
  const several = [...choices.taken].filter(([key]) => (choices.met.get(key) ?? 0) > 2);
  for (const one of several)
    for (const other of several)
      if (one[0] < other[0] && isPair(one[0], other[0], choices))
        tried.add(pairOf(choices, one, other));
}

/** The answers that were never given together with this one. */
function partnersOf(
  choices: Choices,
  { isPair, tried }: Pairs,
  one: readonly [string, number],
): [[string, number], string][] {
  const found: [[string, number], string][] = [];
  if ((choices.met.get(one[0]) ?? 0) <= 2) return found;
  for (const [other, count] of choices.met)
    if (one[0] < other && isPair(one[0], other, choices))
      for (let at = 0; at < count; at += 1) {
        const pair = pairOf(choices, one, [other, at]);
        if (!tried.has(pair)) found.push([[other, at], pair]);
      }
  return found;
}
