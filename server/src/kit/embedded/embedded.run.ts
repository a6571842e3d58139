// Runs programs as PostgreSQL's account.
import { spawn, spawnSync } from 'node:child_process'
import type { Account } from './account.ts'

export type Finished = { code: number | null; output: string }

/** Runs a program to its end and returns its exit code and output. */
export function run(command: string, args: string[], account: Account | undefined): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...identity(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })
}

/** The program's working directory and account: never our own directory, which the account may be unable to enter. */
export function identity(account: Account | undefined) {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  return account ? { uid: account.uid, gid: account.gid, cwd: '/', env } : { env }
}

/** Whether the account can reach a path: tried rather than computed, so that access lists and mounts count too. */
export function canReach(path: string, account: Account | undefined): boolean {
  if (!account) return true
  return (
    spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...identity(account), stdio: 'ignore' }).status === 0
  )
}
