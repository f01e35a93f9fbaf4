import { dispositionCalls } from '../../contract/disposition.ts';
import type { DispositionCode } from '../../contract/disposition.ts';
import { server } from '../remote/session-client.ts';
import { readDeviceValue, writeDeviceValue } from './device-store.ts';

// Codes are the agency's, not a borrower's, so they are kept plainly: giving up the cache must not keep anyone from
// recording a visit.
const CODES = 'disposition-codes';

/** The catalogue of disposition codes as last fetched, in its order; fetched when there is none yet. Throws the client's errors. */
export async function dispositionCodes(
  channel?: DispositionCode['channel'],
): Promise<DispositionCode[]> {
  const known = (await storedCodes()) ?? (await refreshCodes());
  const wanted = channel === undefined ? known : known.filter((code) => code.channel === channel);
  return wanted.toSorted((one, other) => one.sortOrder - other.sortOrder);
}

/** The codes kept on this device, or null before the first fetch. */
export async function storedCodes(): Promise<DispositionCode[] | null> {
  return readDeviceValue<DispositionCode[]>(CODES);
}

/** Fetches the codes and keeps them. Throws the client's errors. */
export async function refreshCodes(): Promise<DispositionCode[]> {
  const { data } = await server.call(
    dispositionCalls.listDispositionCodes,
    {},
    { isBackground: true },
  );
  await writeDeviceValue(CODES, data);
  return data;
}
