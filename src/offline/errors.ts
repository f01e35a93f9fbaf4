import type { FieldProblem } from '../../contract/errors.ts';

/** What can go wrong here, for a screen to put into words (`offline.error.CODE` of the catalogue). */
export type DeviceErrorCode =
  /** No vault is open: log in first. */
  | 'LOCKED'
  /** This device never saw that person's login, so it can't check the password without a network. */
  | 'UNKNOWN_USER'
  | 'WRONG_PASSWORD'
  /** Wait `waitMs`, then try again. */
  | 'TOO_MANY_TRIES'
  /** `triesLeft` more, then only the password opens. */
  | 'WRONG_PIN'
  /** Too many wrong PINs: from now on only the password opens. */
  | 'PIN_USED_UP'
  /** The password was given too long ago: only it opens. */
  | 'PASSWORD_DUE'
  /** This person opens this phone by the password alone (any more). */
  | 'NO_QUICK_UNLOCK'
  /** This phone's authenticator gave no answer that opens anything: it can't, or the person refused. */
  | 'NO_FINGERPRINT'
  /** A PIN that anybody would try first. */
  | 'WEAK_PIN'
  /** The organisation or this browser leaves no such way to open this phone. */
  | 'NOT_ALLOWED'
  /** Too many days without contact: only an online login opens the vault. */
  | 'TOO_LONG_OFFLINE'
  /** This device was never registered, so nothing can be sealed: it needs the network once. */
  | 'NOT_REGISTERED'
  /** Logged in without a network: what needs the server waits for an online login. */
  | 'NO_SESSION'
  /** The input breaks a rule of the call; `details` lists the fields. Nothing was saved. */
  | 'INVALID'
  /** Other work was saved under this id, in another tab: nothing was saved. Under a new id it is a second one. */
  | 'ALREADY_SAVED'
  /** The phone is full, even after the cache was given up. Nothing was saved. */
  | 'STORAGE_FULL'
  /** The browser's database keeps failing: nothing was saved. Reload the app or restart the phone. */
  | 'STORAGE_BROKEN'
  /** A newer version of the app wrote here: this one must be updated first. Nothing was touched. */
  | 'UPDATE_NEEDED'
  /** This browser can't scale pictures. */
  | 'PHOTO_UNSUPPORTED'
  /** The file isn't a picture this browser can read. */
  | 'PHOTO_UNREADABLE';

/** A failure with a stable code. `waitMs` comes with TOO_MANY_TRIES, `details` with INVALID, `triesLeft` with WRONG_PIN. */
export class DeviceError extends Error {
  readonly code: DeviceErrorCode;
  readonly waitMs: number;
  readonly triesLeft: number;
  readonly details: readonly FieldProblem[];

  constructor(
    code: DeviceErrorCode,
    extra: {
      waitMs?: number;
      triesLeft?: number;
      details?: readonly FieldProblem[];
      cause?: unknown;
    } = {},
  ) {
    super(`offline: ${code}`, { cause: extra.cause });
    this.name = 'DeviceError';
    this.code = code;
    this.waitMs = extra.waitMs ?? 0;
    this.triesLeft = extra.triesLeft ?? 0;
    this.details = extra.details ?? [];
  }
}
