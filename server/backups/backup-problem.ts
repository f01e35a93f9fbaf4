/** Why a backup can't be made, read or restored: a sentence for a person that says what to do. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}
