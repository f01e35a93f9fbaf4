/** How long a test waits for what comes soon: much longer than it takes where nothing else runs. */
export const PATIENCE = { timeout: 60_000, interval: 20 } as const;

/** The same for what a server works at. */
const WORK_MS = 60_000;

/** Until what is asked for is there. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + WORK_MS;
  while (Date.now() < end) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('What was asked for did not come.');
}
