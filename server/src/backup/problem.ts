/** A problem that the operator can fix; its message says what is wrong and what to do. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
