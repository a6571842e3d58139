/** A problem with the embedded database that the operator can fix; its message says what to do. */
export class EmbeddedProblem extends Error {
  override name = 'EmbeddedProblem'
}

/** Another live process already uses this directory. */
export class DirectoryInUse extends EmbeddedProblem {
  override name = 'DirectoryInUse'
  readonly directory: string
  readonly pid: number | undefined

  constructor(directory: string, pid: number | undefined) {
    const who = pid === undefined ? 'another process' : `another process (pid ${pid})`
    super(
      `The database in ${directory} is in use by ${who}. ` +
        `Stop that one first${pid === undefined ? '' : ` (kill ${pid})`}, or set DATA_DIR to another directory.`,
    )
    this.directory = directory
    this.pid = pid
  }
}
