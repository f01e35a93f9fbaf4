import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';

// A second, vitest's own patience, is short on a busy machine; `expect.poll` has its own in vitest.config.ts.
const { waitFor, waitUntil } = vi;
vi.waitFor = async (look, patience = PATIENCE) => waitFor(look, patience);
vi.waitUntil = async (look, patience = PATIENCE) => waitUntil(look, patience);
