/** Why a backup can't be made, read or restored: a sentence for a person that says what to do. */
export class BackupProblem extends Error {
  override readonly name: string = 'BackupProblem';
}

/** The file of a backup is not where it was put; a place that can't be reached is another thing. */
export class BackupGone extends BackupProblem {
  override readonly name = 'BackupGone';
}
