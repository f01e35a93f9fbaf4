import { MODEL_SIGNS } from '../../contract/prediction.ts';
import type { ModelSign } from '../../contract/prediction.ts';
import type { Reason } from './stored-model.ts';

const ONE = /^([A-Za-z]+)([+-])(\d+)$/;
const known = new Set<string>(MODEL_SIGNS);
const isSign = (text: string): text is ModelSign => known.has(text);

/** Reasons as they are stored. */
export const reasonText = (reasons: readonly Reason[]): string =>
  reasons
    .map(({ sign, value, raises }) => `${sign}${raises ? '+' : '-'}${Math.max(0, value)}`)
    .join();

/** Stored reasons; what is none is left out. */
export const readReasons = (text: string): Reason[] =>
  text.split(',').flatMap((part): Reason[] => {
    const [, sign = '', turn, value] = ONE.exec(part) ?? [];
    return isSign(sign) ? [{ sign, value: Number(value), raises: turn === '+' }] : [];
  });
