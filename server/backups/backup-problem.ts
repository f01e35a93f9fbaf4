import { jobSentence } from '../../contract/job-words.ts';
import type { JobWord } from '../../contract/job-words.ts';
import type { SentenceValues } from '../../contract/sentences.ts';

/** Why a backup can't be made, read or restored: a sentence for a person that says what to do. */
export class BackupProblem extends Error {
  override readonly name: string = 'BackupProblem';

  constructor(word: JobWord, values: SentenceValues = {}, options: { cause?: unknown } = {}) {
    super(jobSentence(word, values), options);
  }
}

/** The file of a backup is not where it was put; a place that can't be reached is another thing. */
export class BackupGone extends BackupProblem {
  override readonly name = 'BackupGone';
}

/** Why the command does not restore: said to who runs it, in English, and stored nowhere. */
export class RestoreProblem extends Error {
  override readonly name = 'RestoreProblem';
}
