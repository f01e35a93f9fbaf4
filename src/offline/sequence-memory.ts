import { noteIn, pageStorage } from '../lib/page-storage.ts';

/** Local storage's key of what this device remembers outside of its databases. */
const MEMORY_KEY = 'recoup.device';

/** What outlives an eviction of the databases: who this device is, and the highest number given out per author. */
interface DeviceMemory {
  deviceId: string | null;
  given: Record<string, number>;
}

function read(): DeviceMemory {
  try {
    const stored: unknown = JSON.parse(pageStorage()?.getItem(MEMORY_KEY) ?? 'null');
    const { deviceId, given } = (stored ?? {}) as { deviceId?: unknown; given?: unknown };
    return {
      deviceId: typeof deviceId === 'string' ? deviceId : null,
      given: typeof given === 'object' && given !== null ? (given as DeviceMemory['given']) : {},
    };
  } catch {
    return { deviceId: null, given: {} };
  }
}

function write(change: Partial<DeviceMemory>): void {
  // A full or forbidden local storage costs the memory only; the databases are what counts.
  noteIn(pageStorage(), MEMORY_KEY, JSON.stringify({ ...read(), ...change }));
}

/** The device's id as remembered outside of the databases; null when it isn't. */
export function rememberedDeviceId(): string | null {
  return read().deviceId;
}

/** Remembers the device's id. */
export function rememberDeviceId(deviceId: string): void {
  if (read().deviceId !== deviceId) write({ deviceId });
}

/** The highest sequence number remembered for an author; 0 when none is. */
export function rememberedSequence(userId: string): number {
  const sequence: unknown = read().given[userId];
  return typeof sequence === 'number' && Number.isSafeInteger(sequence) ? sequence : 0;
}

/** Remembers a number given out, once its work is durably saved. Never goes back. */
export function rememberSequence(userId: string, sequence: number): void {
  const { given } = read();
  if (sequence > rememberedSequence(userId)) write({ given: { ...given, [userId]: sequence } });
}
