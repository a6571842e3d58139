// What a test run leaves on the disk.
import { spawn } from 'node:child_process'

const program = `for (const path of process.argv.slice(1)) require('node:fs').rmSync(path, { recursive: true, force: true })`

/** Removes directories without waiting: the tens of thousands of files of a cluster with many databases take seconds. */
export function removeInBackground(...paths: string[]): void {
  spawn(process.execPath, ['-e', program, ...paths], { detached: true, stdio: 'ignore' }).unref()
}
