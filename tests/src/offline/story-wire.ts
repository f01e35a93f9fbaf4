/** An operation on its way. */
export interface Travelling {
  opId: string;
  sequence: number;
  loanId: string;
  after?: string;
  keyId: string;
  ephemeralKey: string;
  iv: string;
  ciphertext: string;
  payloadHash: string;
}

/** What a device says of itself with a delivery. */
export interface DeviceWord {
  givenSequence?: number;
  waiting?: [number, number][];
  epoch?: string | null;
}

/** Calls that a session makes, not a delivery. */
export const SESSION_PATHS: ReadonlySet<string> = new Set([
  '/device',
  '/device/pull',
  '/device/reconcile',
  '/device/receipt-numbers',
]);
