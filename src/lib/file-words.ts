import { findFileWords } from '../../contract/file-words.ts';
import { translateErrors } from './error-words.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { text } from './texts/texts.ts';

type LoanField = keyof Catalogue['loanFields'];

function translated(told: string): string | null {
  const t = text();
  const found = findFileWords(told);
  if (found === null) return null;
  return found
    .map(({ word, values: { field, ...values } }) => {
      const name = field?.replaceAll(' ', '_') as LoanField | undefined;
      const named = name && { field: t(`loanFields.${name}`, { defaultValue: field }) };
      return t(`fileWords.${word}`, { ...values, ...named });
    })
    .join(' ');
}

/** What the server tells of a file or a row, in the reader's language; as it came where it is no sentence of the contract. */
export const fileWords = (told: string): string => translated(told) ?? told;

/** Wherever files are chosen: their refusals are said so too. */
export const translateFileErrors = (): void => translateErrors(translated);
