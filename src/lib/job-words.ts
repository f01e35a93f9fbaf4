import { findJobWords } from '../../contract/job-words.ts';
import { text } from './texts/texts.ts';

/** Why a backup, an allocation run or a message came to nothing, in the reader's language; as it came where it is no sentence of the contract. */
export function jobWords(told: string): string {
  const found = findJobWords(told);
  const t = text();
  return found ? t([`jobWords.${found.word}`], { ...found.values, defaultValue: told }) : told;
}
