/**
 * How a piece of an agent's work came: by a call at once, or delivered later by a device that had kept it. The same
 * services serve both; only time and allocation are read differently.
 */
export interface WorkOrigin {
  /** The operation's id, null for a call at once. */
  readonly opId: string | null;
  /** When it was done as far as that is proved (server/devices/work-time.ts), null for a call at once: now. */
  readonly at: Date | null;
  /** When its device had last heard which loans are its user's before it was saved; null: not known, or a call at once. */
  readonly toldAt: Date | null;
  /** A manager took it into the books, whoever has the loan by now. */
  readonly isApproved: boolean;
}

/** Work that comes by a call at once: whatever time the request names, it is done now. */
export const atOnce: WorkOrigin = { opId: null, at: null, toldAt: null, isApproved: false };

/** When the work was done, by the server's clock. */
export const workedAt = ({ at }: WorkOrigin): Date => at ?? new Date();

/** Why work cannot go into the books by itself. */
export type WorkDoubt = 'CLOCK' | 'NUMBER' | 'TAKEN_AWAY' | 'ROLE_CHANGED';

/** Thrown where delivered work turns out not to be provably its author's to do: it goes to a manager. */
export class DoubtfulWork extends Error {
  override readonly name = 'DoubtfulWork';
  readonly doubt: WorkDoubt;

  constructor(doubt: WorkDoubt) {
    super(`Delivered work is in doubt: ${doubt}.`);
    this.doubt = doubt;
  }
}
