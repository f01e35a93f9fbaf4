import { isQuotaError } from './database-errors.ts';
import { readDeviceValue, writeDeviceValue } from './device-store.ts';
import { platform } from './platform.ts';

/** A holder that gave no sign of life for so long counts as frozen. */
const FROZEN_AFTER_MS = 90_000;
const WAIT_MS = 30_000;

const inProcess = new Map<string, Promise<unknown>>();

/**
 * Runs work while nobody else in any tab or worker runs work of the same name. A holder without a sign of life for
 * 90 seconds loses the lock (idempotent operations make that harmless). `beat` gives such a sign. Null: the lock
 * stayed busy, its living holder does the work.
 */
export async function underLock<Result>(
  name: string,
  work: (beat: () => Promise<void>) => Promise<Result>,
): Promise<Result | null> {
  const key = `heartbeat:${name}`;
  const beat = async () => {
    try {
      await writeDeviceValue(key, Date.now());
    } catch (error) {
      // A full phone must still be able to send: that is what frees room. Who takes the lock over does no harm.
      if (!isQuotaError(error)) throw error;
    }
  };
  const held = async () => {
    await beat();
    return work(beat);
  };
  const { locks } = platform();
  if (locks === undefined) return oneAfterTheOther(name, held);
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(WAIT_MS) }, held);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const lastBeat = (await readDeviceValue<number>(key)) ?? 0;
    const silentMs = Math.abs(Date.now() - lastBeat);
    return silentMs < FROZEN_AFTER_MS ? null : locks.request(name, { steal: true }, held);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Without the browser's locks (a test, an old browser) at least this tab keeps order. */
async function oneAfterTheOther<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = inProcess.get(name) ?? Promise.resolve();
  const run = before.then(work, work);
  inProcess.set(
    name,
    run.catch(() => undefined),
  );
  return run;
}
