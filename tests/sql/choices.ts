/** What one way through the sources decided about what only the running server knows. */
export class Choices {
  /** How many alternatives each question had, in the order in which they came up. */
  readonly met = new Map<string, number>();
  readonly labels = new Map<string, string>();
  readonly #given: ReadonlyMap<string, number>;
  readonly #taken = new Map<string, number>();

  constructor(given: ReadonlyMap<string, number>) {
    this.#given = given;
  }

  /** Which alternative this way takes: the one it was sent to try, or the first. */
  pick(key: string, labels: readonly string[]): number {
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const wanted = this.#given.get(key) ?? 0;
    const taken = wanted < labels.length ? wanted : 0;
    this.#taken.set(key, taken);
    this.met.set(key, labels.length);
    if (taken > 0) this.labels.set(key, labels[taken] ?? '');
    return taken;
  }

  get taken(): ReadonlyMap<string, number> {
    return this.#taken;
  }
}

/** More ways than this through one statement: it should be written more simply. */
const MOST_WAYS = 600;

/**
 * Goes every way once: the first with the first alternative everywhere, then one for each other alternative of each
 * question, with the others as they were where it came up. `walk` is false for a dead end, which is tried again from
 * elsewhere. Returns false when there are too many ways.
 */
export function goEveryWay(walk: (choices: Choices) => boolean): boolean {
  const covered = new Set<string>();
  const tries = new Map<string, number>();
  const queue: { given: ReadonlyMap<string, number>; aim: string }[] = [{ given: new Map(), aim: '' }];
  let ways = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (covered.has(next.aim)) continue;
    if ((ways += 1) > MOST_WAYS) return false;
    const choices = new Choices(next.given);
    const isThrough = walk(choices);
    if (isThrough) for (const [key, at] of choices.taken) covered.add(`${key}#${at}`);
    for (const [key, count] of choices.met)
      for (let at = 0; at < count; at += 1) {
        const aim = `${key}#${at}`;
        const tried = tries.get(aim) ?? 0;
        if (covered.has(aim) || choices.taken.get(key) === at || tried >= 3) continue;
        tries.set(aim, tried + 1);
        queue.push({ given: new Map([...choices.taken, [key, at]]), aim });
      }
  }
  return true;
}
