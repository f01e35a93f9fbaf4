/** What one way through the sources decided about what only the running server knows. */
export class Choices {
  /** How many alternatives each question had, in the order in which they came up. */
  readonly met = new Map<string, number>();
  readonly labels = new Map<string, string>();
  readonly #given: ReadonlyMap<string, number>;
  readonly #isLast: boolean;
  readonly #taken = new Map<string, number>();

  /** `isLast`: what is not given is answered with the last alternative, not the first. */
  constructor(given: ReadonlyMap<string, number>, isLast: boolean) {
    this.#given = given;
    this.#isLast = isLast;
  }

  /** Which alternative this way takes: the one it was sent to try, or the first. */
  pick(key: string, labels: readonly string[]): number {
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const first = this.#isLast ? labels.length - 1 : 0;
    const wanted = this.#given.get(key) ?? first;
    const taken = wanted < labels.length ? wanted : first;
    this.#taken.set(key, taken);
    this.met.set(key, labels.length);
    if (taken > 0) this.labels.set(key, labels[taken] ?? '');
    return taken;
  }

  get taken(): ReadonlyMap<string, number> {
    return this.#taken;
  }
}

/** How the ways are chosen. */
export interface Manner {
  /** Begin with the last alternatives: mostly "without", where the first are "with". */
  readonly isLast: boolean;
  /** Try these alternatives of two questions together. */
  readonly isPair: (one: string, other: string, choices: Choices) => boolean;
  /** Whether no more ways are wanted. */
  readonly isEnough?: () => boolean;
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
export function goEveryWay(manner: Manner, walk: (choices: Choices) => boolean): boolean {
  const covered = new Set<string>();
  const tries = new Map<string, number>();
  const queue: { given: ReadonlyMap<string, number>; aim: string }[] = [{ given: new Map(), aim: '' }];
  const plan = (taken: ReadonlyMap<string, number>, changes: readonly (readonly [string, number])[]) => {
    const aim = aimOf(changes);
    const tried = tries.get(aim) ?? 0;
    if (covered.has(aim) || tried >= MOST_TRIES) return;
    tries.set(aim, tried + 1);
    queue.push({ given: new Map([...taken, ...changes]), aim });
  };
  let ways = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (covered.has(next.aim)) continue;
    if (manner.isEnough?.()) return true;
    if ((ways += 1) > MOST_WAYS) return false;
    const choices = new Choices(next.given, manner.isLast);
    if (walk(choices)) for (const aim of aimsOf(choices, manner)) covered.add(aim);
    for (const [key, count] of choices.met)
      for (let at = 0; at < count; at += 1) {
        plan(choices.taken, [[key, at]]);
        for (const [other, others] of choices.met)
          if (key < other && manner.isPair(key, other, choices))
            for (let too = 0; too < others; too += 1) plan(choices.taken, [[key, at], [other, too]]);
      }
  }
  return true;
}

const aimOf = (changes: readonly (readonly [string, number])[]): string =>
  changes.map(([key, at]) => `${key}#${at}`).join(' & ');

/** What a way has tried: each of its answers, and each pair that matters. */
function aimsOf(choices: Choices, { isPair }: Manner): string[] {
  const answers = [...choices.taken];
  return answers.flatMap((one) => [
    aimOf([one]),
    ...answers.flatMap((other) =>
      one[0] < other[0] && isPair(one[0], other[0], choices) ? [aimOf([one, other])] : [],
    ),
  ]);
}
