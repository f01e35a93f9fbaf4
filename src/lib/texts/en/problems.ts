import { PROBLEM_WORDS } from '../../../../contract/problem-words.ts';
import type { ProblemCode } from '../../../../contract/problem-words.ts';

/** What may be wrong with a field, by its code: the sentences of the contract. */
export const problems: Readonly<Record<ProblemCode, string>> = PROBLEM_WORDS;
