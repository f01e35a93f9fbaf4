import { threadId } from 'node:worker_threads';

// Channels reach every thread of a process: pages of one file's tests would hear those of another's.
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId} ${name}`);
  }
};
