// What a test run leaves on the disk.
import { spawn } from 'node:child_process'

const program = `for (const path of process.argv.slice(1)) require('node:fs').rmSync(path, { recursive: true, force: true })`

/** Removes directories without waiting: those of a cluster with a database for each test file take half a minute. */
export function removeInBackground(...paths: string[]): void {
  spawn(process.execPath, ['-e', program, ...paths], { detached: true, stdio: 'ignore' }).unref()
}
