import { afterAll, vi } from 'vitest';
import { endFile } from './file-end.ts';

// The next file finds the world as this one did.
afterAll(async () => {
  await endFile();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
