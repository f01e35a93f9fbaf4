import { afterAll, vi } from 'vitest';
import { endFile } from './file-end.ts';

// The next file finds the world as this one did, and the app's modules as they are at a start; packages stay loaded.
afterAll(async () => {
  await endFile();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.resetModules();
});
