import { RANGES } from '../../contract/ranges.ts';
import { businessDay } from '../clock.ts';

const NAMES: ReadonlySet<string> = new Set(RANGES.flat());
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function dayOf(value: unknown, zone: string): unknown {
  if (typeof value !== 'string' || !INSTANT.test(value.trim())) return value;
  const at = new Date(value.trim());
  return Number.isNaN(at.getTime()) ? value : businessDay(zone, at);
}

/**
 * A query or body in which an instant that begins or ends a range is the business day that it lies in: midnight in India is
 * the evening before by its UTC date.
 */
export function withRangeDays(asked: unknown, zone: string): unknown {
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return asked;
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]: [string, unknown]) => [
      name,
      NAMES.has(name) ? dayOf(value, zone) : value,
    ]),
  );
}
