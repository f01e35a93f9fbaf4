import { countText } from '../../contract/rupees.ts';
import { againstRules } from '../errors.ts';

/** So many rows are given at once as a file; larger ones are made in the background. */
export const MOST_DIRECT_ROWS = 20_000;

/** 422: the file is too large to be given at once. */
export function tooManyRows(count: number): Error {
  return againstRules(
    'TOO_MANY_ROWS',
    `${countText(count)} rows are too many for one download. Narrow the filters or the days.`,
  );
}

/** 422: there is nothing to export. */
export const noRows = (): Error =>
  againstRules('NO_ROWS', 'No data found. Change the filters, then export again.');

/** All groups there can be in an answer or a file. */
export const ALL_GROUPS = { page: 1, pageSize: 100_000 };
