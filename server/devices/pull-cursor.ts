import { createHash } from 'node:crypto';
import { badInput } from '../errors.ts';

/** How far a device has pulled: the last change mark and allocation it has, and where its first pull began. */
export interface PullCursor {
  /** Transaction that made the last change it has. */
  readonly xid: string;
  /** Allocation of that change. */
  readonly allocationId: string;
  /** Oldest transaction running when the first pull began: allocations that ended before it need no tombstone. */
  readonly startXid: string;
}

const zeroId = '00000000-0000-0000-0000-000000000000';
const pattern = /^1\.([0-9a-f]{16})\.(\d{1,20})\.([0-9a-f-]{36})\.(\d{1,20})$/;

/** The first pull's cursor. */
export const firstCursor = (startXid: string): PullCursor => ({
  xid: '0',
  allocationId: zeroId,
  startXid,
});

/** Binds a cursor to one user of one database's life. */
const bindingOf = (userId: string, epoch: string) =>
  createHash('sha256').update(`${epoch} ${userId}`).digest('hex').slice(0, 16);

/** A cursor as the device keeps it: opaque. */
export function writeCursor(cursor: PullCursor, userId: string, epoch: string): string {
  const { xid, allocationId, startXid } = cursor;
  const text = `1.${bindingOf(userId, epoch)}.${xid}.${allocationId}.${startXid}`;
  return Buffer.from(text).toString('base64url');
}

/** Reads a device's cursor. Throws 400 CURSOR_INVALID when it is garbage, another user's, or of another database's life. */
export function readCursor(text: string, userId: string, epoch: string): PullCursor {
  const match = pattern.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const [, binding, xid, allocationId, startXid] = match ?? [];
  const isWhole = xid !== undefined && allocationId !== undefined && startXid !== undefined;
  const fits = isWhole && BigInt(xid) < 2n ** 63n && BigInt(startXid) < 2n ** 63n;
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(allocationId ?? '');
  if (!fits || !isId || binding !== bindingOf(userId, epoch))
    throw badInput('Begin again without a cursor.', undefined, 'CURSOR_INVALID');
  return { xid, allocationId, startXid };
}
