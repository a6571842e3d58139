// PgBouncer in transaction mode before a PostgreSQL server, with fewer connections than callers, so that they share them.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor } from '../../server/src/kit/embedded/account.ts'
import { identity } from '../../server/src/kit/embedded/embedded.run.ts'

export type Pooler = {
  url: string
  /** Ends it and starts it again, as an update of it does. */
  restart(): Promise<void>
  close(): Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/**
 * @param program the path of PgBouncer
 * @param direct the address of the database
 * @param prepared how many prepared statements it keeps; undefined for one that knows none
 */
export async function openPooler(program: string, direct: string, prepared: number | undefined): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-pooler-'))
  chmodSync(folder, 0o755)
  const { hostname, port, pathname, username, password } = new URL(direct)
  const own = await freePort()
  const name = pathname.slice(1)
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${name} = host=${hostname} port=${port} dbname=${name}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 8',
      'max_client_conn = 200',
      ...(prepared === undefined ? [] : [`max_prepared_statements = ${prepared}`]),
    ].join('\n'),
  )
  const url = `postgres://${username}:${password}@127.0.0.1:${own}/${name}`
  // It refuses to run as root.
  const account = accountFor(undefined)

  async function start() {
    const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
      ...identity(account),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-2_000)))
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.end()
        return { child, ended }
      } catch (error) {
        if (child.exitCode !== null || tries > 200) throw new Error(`no pooler: ${output}`, { cause: error })
        await sleep(50)
      }
    }
  }
  const stop = async ({ child, ended }: Awaited<ReturnType<typeof start>>) => {
    child.kill('SIGINT')
    await Promise.race([ended, sleep(2_000)])
    child.kill('SIGKILL')
    await ended
  }
  let running = await start()
  return {
    url,
    async restart() {
      await stop(running)
      running = await start()
    },
    async close() {
      await stop(running)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
