import type { Context } from './context.ts';
import type { Part } from './lifecycle.ts';
import { log } from './log.ts';
import { inSpan } from './tracing.ts';

/** Work that every process looks for again and again: whoever comes second finds nothing left to do. */
export interface Upkeep {
  /** In the log: "The upkeep of NAME failed." */
  readonly name: string;
  /** Milliseconds between two looks. */
  readonly every: number;
  /** What fails is logged and tried again the next time, at the latest after a minute. */
  readonly work: (context: Context) => Promise<unknown>;
  /** A look at the start as well. */
  readonly isAtStart?: true;
}

/** Work that is repeated in this process. */
export interface Repetition {
  /** Looks anew, after the look under way. Never rejects. */
  run(): Promise<void>;
  /** No further look; waits for the one under way. */
  stop(): Promise<void>;
}

/** What failed is not left for hours: a start, or a busy database, has every look fall together. */
const AGAIN_MS = 60_000;

/** Does the work now and again, never twice at once. It does not keep the process alive. */
export function repeat(
  every: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Repetition {
  let running: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  const goWrong = (error: unknown): void => {
    failed(error);
    clearTimeout(again);
    if (every > AGAIN_MS && !isStopped) again = setTimeout(() => void look(), AGAIN_MS).unref();
  };
  const look = async (): Promise<void> => {
    running ??= (async () => work())()
      .then(() => undefined, goWrong)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void look(), every);
  timer.unref();
  return {
    run: async () => {
      if (running !== null) await running;
      await look();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(again);
      await running;
    },
  };
}

/** The upkeep of this process. */
export interface RunningUpkeep extends Part {
  /** Of all that is looked for. */
  readonly names: readonly string[];
  /** Looks for the work of that name anew, after the look under way; throws for a name that it does not know. */
  runNow(name: string): Promise<void>;
}

/** Begins the upkeep in this process. */
export function startUpkeep(context: Context, all: readonly Upkeep[]): RunningUpkeep {
  const running = new Map<string, Repetition>();
  for (const { name, every, work, isAtStart } of all) {
    const repetition = repeat(
      every,
      () => inSpan(`upkeep ${name}`, () => work(context)),
      (err) => log.error({ err }, `The upkeep of ${name} failed.`),
    );
    running.set(name, repetition);
    if (isAtStart) void repetition.run();
  }
  return {
    name: 'upkeep',
    names: all.map(({ name }) => name),
    runNow: async (name) => {
      const repetition = running.get(name);
      if (!repetition) throw new Error(`There is no upkeep of ${name}.`);
      await repetition.run();
    },
    stop: async () => {
      await Promise.all([...running.values()].map((repetition) => repetition.stop()));
    },
  };
}
