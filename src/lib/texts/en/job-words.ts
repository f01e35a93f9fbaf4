import { JOB_WORDS } from '../../../../contract/job-words.ts';
import type { JobWord } from '../../../../contract/job-words.ts';

/** Why backups and allocation runs came to nothing: the sentences of the contract. */
export const jobWords: Readonly<Record<JobWord, string>> = JOB_WORDS;
