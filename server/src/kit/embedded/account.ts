// Whom PostgreSQL runs as. It refuses to run as root, so root lends it an unprivileged account of the system.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { EmbeddedProblem } from './errors.ts'

export type Account = { name: string; uid: number; gid: number }

const ownName = 'greenroom-pg'
const fallbackNames = ['postgres', 'nobody']

/**
 * The account to run PostgreSQL as, or `undefined` when it may run as ourselves.
 * A cluster that exists keeps its owner: PostgreSQL insists on owning its directory.
 */
export function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return ownerOf(cluster) ?? find(ownName) ?? create() ?? fallback()
}

function ownerOf(cluster: string): Account | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false })
  if (!stat || stat.uid === 0) return undefined
  return accounts().find((account) => account.uid === stat.uid)
}

function create(): Account | undefined {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', ownName]],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', ownName]],
  ]
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore' })
    // Asked again whatever the command said: another start may have made the account at the same moment.
    const account = find(ownName)
    if (account) return account
  }
  return undefined
}

function fallback(): Account {
  for (const name of fallbackNames) {
    const account = find(name)
    if (account) return account
  }
  throw new EmbeddedProblem(
    'PostgreSQL refuses to run as root, and no unprivileged account could be found or made for it. ' +
      'Start as another user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

const find = (name: string) => accounts().find((account) => account.name === name)

function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
