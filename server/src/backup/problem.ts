/** What the operator can mend; its message says what is wrong and what to do. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
