import type { MessageProvider } from './provider.ts';

/** The provider of a channel for which none is set: the message stands in the list as it would have gone out. */
export const recorder: MessageProvider = {
  name: 'recorder',
  isIdempotent: true,
  patienceMs: 1000,
  send: async () => ({ kind: 'ACCEPTED', providerId: null }),
};
