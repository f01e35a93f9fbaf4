import type { TFunction } from 'i18next';
import type { Sheet } from '../../../contract/sheet.ts';
import type { Tone } from '../../components/status-chip.tsx';

/** What each state means to the reader. */
export const SHEET_TONES: Readonly<Record<Sheet['state'], Tone>> = {
  READING: 'info',
  CHECKING: 'info',
  PENDING: 'warn',
  SAVING: 'info',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'quiet',
  TAKEN_BACK: 'quiet',
};

/** A sheet's state in words. */
export function sheetStateWords(t: TFunction, state: Sheet['state']): string {
  return state === 'TAKEN_BACK' ? t('words.takenBack') : t(`loanImport.${state}`);
}
