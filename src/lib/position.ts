/** Why the phone gave no position. */
export type PositionMissing = 'DENIED' | 'UNAVAILABLE' | 'TIMEOUT' | 'UNSUPPORTED';

/** Where the phone is, or why it doesn't know. */
export type PositionReading =
  | {
      latitude: number;
      longitude: number;
      /** Radius of 68 % confidence, metres. */
      accuracyMetres: number;
      /** ISO instant. */
      takenAt: string;
    }
  | { missingReason: PositionMissing };

const FINE = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 10_000 };
/** When satellites don't answer indoors, a rough position by networks is better than none. */
const ROUGH = { enableHighAccuracy: false, timeout: 5000, maximumAge: 120_000 };

/** Asks the phone where it is; may take twenty seconds, never throws. */
export async function readPosition(): Promise<PositionReading> {
  const geolocation = (globalThis.navigator as Partial<Navigator> | undefined)?.geolocation;
  if (geolocation === undefined) return { missingReason: 'UNSUPPORTED' };
  const fine = await ask(geolocation, FINE);
  if (!('missingReason' in fine) || fine.missingReason === 'DENIED') return fine;
  const rough = await ask(geolocation, ROUGH);
  return 'missingReason' in rough ? fine : rough;
}

function ask(geolocation: Geolocation, options: PositionOptions): Promise<PositionReading> {
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracyMetres: Math.round(coords.accuracy),
          takenAt: new Date(timestamp).toISOString(),
        }),
      (error) => resolve({ missingReason: missingReason(error.code) }),
      options,
    );
  });
}

/** A GeolocationPositionError's code in our words. */
function missingReason(code: number): PositionMissing {
  if (code === 1) return 'DENIED';
  return code === 3 ? 'TIMEOUT' : 'UNAVAILABLE';
}
