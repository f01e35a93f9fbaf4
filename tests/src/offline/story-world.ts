import type { StoryServer } from './story-server.ts';

/** What happens to the server, whatever the phone does. */
export const WORLD = {
  offline: (server: StoryServer) => {
    server.isOnline = false;
  },
  online: (server: StoryServer) => {
    server.isOnline = true;
  },
  /** Something long begins: what is done from now on is told no phone before it ends. */
  holdBack: (server: StoryServer) => {
    server.heldAt ??= server.change;
  },
  letGo: (server: StoryServer) => {
    server.heldAt = null;
  },
  /** What is delivered from now on waits for a manager. */
  doubt: (server: StoryServer) => {
    server.reviews.isDoubtful = true;
  },
  decide: (server: StoryServer) => server.decide(),
  backUp: (server: StoryServer) => server.backUp(),
  rotateKeys: (server: StoryServer) => server.rotateKeys(),
};

/** Does this happen to the server alone? */
export const isOfWorld = (kind: string): kind is keyof typeof WORLD => kind in WORLD;

/** After these a phone may lack what its author could look at: another password, a wipe, an eviction, another server. */
export const TAKING: ReadonlySet<string> = new Set([
  'newPassword',
  'wipe',
  'evict',
  'restore',
  'putBack',
  'fillUp',
]);
