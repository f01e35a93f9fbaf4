/** How long a test waits for what comes soon: much longer than it takes where nothing else runs. */
export const PATIENCE = { timeout: 30_000, interval: 20 } as const;
