/** What was saved, kept outside the engine. */
export interface LedgerEntry {
  opId: string;
  loanId: string;
  author: string;
  text: string;
  /** SHA-256 of each file. */
  files: Map<string, string>;
  /** As the agent was told; absent when nothing was told. */
  receiptNumber?: number | null;
  /** Killed before the engine said that it was saved: it may be there or not. */
  isUncertain: boolean;
  /** The system cleared the databases since; lost: before it was on the server. */
  isEvicted: boolean;
  isLost: boolean;
}

/** Everything that can happen in a story, and how often beside the others. */
const WEIGHTS = {
  save: 5,
  saveChild: 1,
  killedSave: 2,
  deliver: 2,
  faultyDelivery: 3,
  killedDelivery: 2,
  twoTabs: 1,
  atOnce: 2,
  worker: 1,
  lateArrivals: 1,
  smallBatches: 1,
  reload: 1,
  kill: 1,
  upgrade: 1,
  rollBack: 1,
  logout: 1,
  login: 2,
  otherUser: 1,
  unlock: 1,
  wrongPassword: 1,
  pin: 6,
  newPassword: 1,
  pull: 3,
  killedPull: 1,
  allocate: 1,
  deallocate: 1,
  holdBack: 4,
  letGo: 1,
  doubt: 2,
  decide: 2,
  offline: 1,
  online: 1,
  backUp: 1,
  restore: 1,
  rotateKeys: 1,
  wipe: 1,
  evict: 1,
  putBack: 1,
  sameVisit: 1,
  fillUp: 1,
  freeUp: 1,
  turnClock: 2,
};

type EventKind = keyof typeof WEIGHTS;

/** What happens, each as often as it weighs. */
export const EVENTS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as EventKind),
);

/** One thing that happens. `dice` decides its details. */
export interface StoryEvent {
  kind: EventKind;
  dice: number;
}

/** What may go wrong and is said: null. Anything else breaks the story. */
export function expected(error: unknown): null {
  const { name, code } = error as { name?: string; code?: string };
  const isSaid = name === 'DeviceError' && code !== 'STORAGE_BROKEN' && code !== 'INVALID';
  if (isSaid || name === 'OfflineError' || name === 'RefusedError') return null;
  throw error;
}

/** What must go on on a full phone. */
export const SENDING: ReadonlySet<EventKind> = new Set([
  'deliver',
  'faultyDelivery',
  'worker',
  'smallBatches',
] as const);
