/** A fault that at least one of `tests` must notice. */
export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  readonly tests: readonly string[];
}
export const faults: readonly PlantedFault[];
/** A source with the fault in it; null when its place is not found, or found more than once. */
export function planted(source: string, fault: PlantedFault): string | null;
