import type { Role } from '../../contract/roles.ts';

/** Who is calling, as the server knows it from the session or the device; never from what the request claims. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly username: string;
  readonly fullName: string;
  /** Manager of a collector or field agent. */
  readonly managerId: string | null;
  /** The lender, for the lender's people. */
  readonly clientId: string | null;
  readonly clientName: string | null;
  /** `D`: dialer agent. */
  readonly location: string | null;
  /** Null when the actor came by a device's delivery token or a job. */
  readonly sessionId: string | null;
}

/** A device that delivers for its user: it may write that user's queued work and read nothing but receipts. */
export interface DeviceCaller {
  readonly deviceId: string;
  readonly actor: Actor;
  /** Its user is disabled: it hears that it is to be wiped, and nothing is taken in from it. */
  readonly isBarred: boolean;
}

/** Admin and super admin see everything. */
export function isAdmin(actor: Actor): boolean {
  return actor.role === 'ADMIN' || actor.role === 'SUPER_ADMIN';
}
