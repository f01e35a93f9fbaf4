import type { TFunction } from 'i18next';
import type { Catalogue } from '../../lib/texts/catalogue.ts';

/** How the server names a login's end, and the word of ours for it. */
const ENDS: Readonly<Record<string, keyof Catalogue['attendance']['ends']>> = {
  logout: 'logout',
  login: 'again',
  idle: 'idle',
  expired: 'idle',
  'password changed': 'password',
};
const BREAKS = ['lunch', 'tea', 'bio', 'teammeeting', 'assistances', 'QAF', 'training'] as const;

/** Why a login ended; null while it goes on. What a manager's or the house's doing was is told as one. */
export function endWords(t: TFunction, reason: string | null): string {
  if (reason === null) return t('attendance.goesOn');
  return t(`attendance.ends.${ENDS[reason] ?? 'other'}`);
}

/** A break's reason in the words of spec 9; an unknown one as it is. */
export function breakWords(t: TFunction, reason: string): string {
  const known = BREAKS.find((each) => each === reason);
  return known === undefined ? reason : t(`attendance.reasons.${known}`);
}
