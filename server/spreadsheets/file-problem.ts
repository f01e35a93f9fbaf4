import { fileSentence } from '../../contract/file-words.ts';
import type { FileWord, FileWordValues } from '../../contract/file-words.ts';

/** What a locked file needs before it can be read. */
export type LockState = 'locked' | 'wrong-password';

/**
 * A file that can't be read as asked. The message is a sentence for a person; `isWrongType` marks another kind of file,
 * `lock` one that its password would open.
 */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly word: FileWord;
  readonly values: FileWordValues;
  readonly isWrongType: boolean;
  readonly lock: LockState | null;

  constructor(
    word: FileWord,
    values: FileWordValues = {},
    { isWrongType = false, lock = null }: { isWrongType?: boolean; lock?: LockState | null } = {},
  ) {
    super(fileSentence(word, values));
    this.word = word;
    this.values = values;
    this.isWrongType = isWrongType;
    this.lock = lock;
  }
}
