// The system account of PostgreSQL. It refuses to run as root, so root uses an unprivileged account.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { EmbeddedProblem } from './errors.ts'

export type Account = { name: string; uid: number; gid: number }

const ownName = 'greenroom-pg'
const fallbackNames = ['postgres', 'nobody']

/**
 * The account to run PostgreSQL as, or `undefined` for our own. An existing cluster keeps its owner: PostgreSQL insists
 * on owning its directory.
 */
export function accountFor(cluster: string | undefined): Account | undefined {
  const owner = cluster === undefined ? undefined : statSync(cluster).uid
  if (process.getuid === undefined) return undefined
  if (process.getuid() === 0) return byUid(owner) ?? byName(ownName) ?? create() ?? fallback()
  if (owner !== undefined && owner !== process.getuid()) {
    throw new EmbeddedProblem(
      `The database in ${cluster} belongs to ${byUid(owner)?.name ?? `user ${owner}`}. ` +
        'Start as root or as that user, or set DATA_DIR to another directory.',
    )
  }
  return undefined
}

/** Concurrent starts may create the account together, so look it up again whatever the command answered. */
function create(): Account | undefined {
  const shadow = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', ownName]
  spawnSync('useradd', shadow, { stdio: 'ignore' })
  if (!byName(ownName)) spawnSync('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', ownName], { stdio: 'ignore' })
  return byName(ownName)
}

function fallback(): Account {
  for (const name of fallbackNames) {
    const account = byName(name)
    if (account) return account
  }
  throw new EmbeddedProblem(
    'PostgreSQL refuses to run as root, and no unprivileged account was found or could be created. ' +
      'Start as another user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

const byName = (name: string) => accounts().find((account) => account.name === name)
const byUid = (uid: number | undefined) => (uid === 0 ? undefined : accounts().find((account) => account.uid === uid))

function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
