import type { TFunction } from 'i18next';
import type { BestTime } from '../../contract/recovery-model.ts';
import { formatClock } from '../lib/dates.ts';

/** When a borrower answers the telephone, in words: "06:00 PM to 07:00 PM". */
export const bestTimeWords = (t: TFunction, { from, to }: BestTime): string =>
  t('contacts.bestTimeValue', { from: formatClock(from), to: formatClock(to) });
