import { fieldProblem } from '../../contract/errors.ts';
import { SERVICE_SERIES } from '../../contract/campaign.ts';
import { againstRules } from '../errors.ts';

/** Whether a number belongs to a series such as `1600220xxx` (x is any digit). */
function isOfSeries(number: string, series: string): boolean {
  return (
    number.length === series.length &&
    Array.from(series).every((digit, index) => digit === 'x' || digit === number[index])
  );
}

/**
 * Throws 422 when a caller number may not be used: it must be of the lender's own series, or, where the lender has none, of
 * the series for service calls (TRAI: 1600).
 */
export function refuseCallerIds(numbers: readonly string[], series: string | null): void {
  const isAllowed = (number: string) =>
    series === null ? number.startsWith(SERVICE_SERIES) : isOfSeries(number, series);
  const wrong = numbers.filter((number) => !isAllowed(number));
  if (wrong.length === 0) return;
  throw againstRules(
    'CALLER_ID_SERIES',
    series === null
      ? `Service calls come from a number that begins with ${SERVICE_SERIES}. Remove ${wrong.join(', ')}.`
      : `The client's calls come from its series ${series}. Remove ${wrong.join(', ')}.`,
    [
      fieldProblem('callerIds', series === null ? 'caller-id-service' : 'caller-id-lender', {
        numbers: wrong,
        series: series ?? SERVICE_SERIES,
      }),
    ],
  );
}
