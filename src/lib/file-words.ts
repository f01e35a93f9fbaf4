import { findFileWords } from '../../contract/file-words.ts';
import { PROBLEM_WORDS } from '../../contract/problem-words.ts';
import { sentencesOf } from '../../contract/sentences.ts';
import { translateErrors } from './error-words.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { text } from './texts/texts.ts';

type LoanField = keyof Catalogue['loanFields'];

const problems = sentencesOf(PROBLEM_WORDS);

/** A sentence behind the name of its column (`Amount: …`): columns are called what the file calls them. */
function behindColumn(told: string): string | null {
  for (let at = told.indexOf(': '); at >= 0; at = told.indexOf(': ', at + 1)) {
    const said = translated(told.slice(at + 2));
    if (said !== null) return `${told.slice(0, at)}: ${said}`;
  }
  return null;
}

function translated(told: string): string | null {
  const t = text();
  const found = findFileWords(told);
  if (found === null) {
    const problem = problems.find(told);
    return problem
      ? t([`problems.${problem.word}`], { ...problem.values, defaultValue: told })
      : behindColumn(told);
  }
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
