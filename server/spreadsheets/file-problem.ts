/** What a locked file needs before it can be read. */
export type LockState = 'locked' | 'wrong-password';

/**
 * A file that can't be read as asked. The message is a sentence for a person; `isWrongType` marks another kind of file,
 * `lock` one that its password would open.
 */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly isWrongType: boolean;
  readonly lock: LockState | null;

  constructor(message: string, isWrongType = false, lock: LockState | null = null) {
    super(message);
    this.isWrongType = isWrongType;
    this.lock = lock;
  }
}
