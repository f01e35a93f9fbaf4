/** A file that can't be read as asked. The message is a sentence for a person; `isWrongType` marks another kind of file. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly isWrongType: boolean;

  constructor(message: string, isWrongType = false) {
    super(message);
    this.isWrongType = isWrongType;
  }
}
