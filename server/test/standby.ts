// PostgreSQL servers that stand by for each other, for tests and `bench/failover.ts`: made from the embedded programs, cloned by a backup, linked
// through a proxy that can hold what is on its way, ended as a machine ends, promoted.
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, accountFor } from '../src/kit/embedded/account.ts'
import { type Binaries, findBinaries } from '../src/kit/embedded/binaries.ts'
import { ensureCluster, superuser } from '../src/kit/embedded/cluster.ts'
import { identity, run } from '../src/kit/embedded/embedded.run.ts'
import { reachableRoot } from '../src/kit/embedded/place.ts'

/** The owner of the database of all of them, which may see the standbys. */
const role = 'greenroom'
const rolePassword = 'of-standbys'

export type Standing = {
  port: number
  /** Runs a statement as the superuser. */
  ask<R extends object>(text: string): Promise<R[]>
  /** Ends it as a machine ends: nothing more is written or sent. */
  kill(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
}

export type Link = {
  port: number
  /** What is on its way stays there, until it is let go; nothing new is connected. */
  hold(): void
  letGo(): void
  close(): void
}

/** A way to a port that can be held. */
export async function openLink(to: number): Promise<Link> {
  const sockets = new Set<Socket>()
  let isHeld = false
  const server: Server = createServer((socket) => {
    if (isHeld) return socket.destroy()
    const other = connect({ host: '127.0.0.1', port: to })
    for (const one of [socket, other]) {
      sockets.add(one)
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        other.destroy()
      })
      one.on('error', () => {})
    }
    socket.pipe(other)
    other.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    letGo() {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

const settings = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '64MB',
  max_connections: '120',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_keep_size: '512MB',
  max_wal_size: '512MB',
  wal_retrieve_retry_interval: '100ms',
  archive_mode: 'off',
  timezone: 'UTC',
}

export type Standbys = {
  /** The application's address of one server, or of several. */
  urlOf(...ports: number[]): string
  /** The ports, in the order in which servers are made on them. */
  ports: readonly number[]
  /** A first primary on the first port. */
  primary(): Promise<Standing>
  /** A standby of a primary, on another port, fed through a link. */
  standbyOf(of: Standing, place: number, link: Link): Promise<Standing>
  close(): Promise<void>
}

/** @param count how many servers there may be at once */
export async function openStandbys(count: number): Promise<Standbys> {
  const account: Account | undefined = accountFor(undefined)
  const binaries: Binaries = await findBinaries(account, reachableRoot, () => {})
  const folder = await mkdtemp(join(tmpdir(), `greenroom-standbys-${process.pid}-`))
  await chmod(folder, 0o755)
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const running = new Set<Standing>()
  let password = ''
  const superuserUrl = (port: number, database = 'greenroom') =>
    `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

  const own = async (path: string) => {
    if (account) await chown(path, account.uid, account.gid)
  }
  const homeOf = async (place: number) => {
    const home = join(folder, String(place))
    rmSync(home, { recursive: true, force: true })
    await mkdir(home, { recursive: true })
    await own(home)
    return home
  }
  const asked = async <R extends object>(port: number, text: string, database?: string): Promise<R[]> => {
    const client = new pg.Client({ connectionString: superuserUrl(port, database) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<R>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function start(directory: string, port: number, own: Record<string, string> = {}): Promise<Standing> {
    const all = { ...settings, port: String(port), unix_socket_directories: '', ...own }
    const log = openSync(`${directory}.log`, 'a', 0o600)
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(binaries.postgres, ['-D', directory, ...args], {
      ...identity(account),
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    for (let tries = 0; ; tries++) {
      try {
        await asked(port, 'select', 'postgres')
        break
      } catch (error) {
        if (child.exitCode !== null || tries > 400)
          throw new Error(`PostgreSQL does not start: ${await readFile(`${directory}.log`, 'utf8')}`, { cause: error })
        await sleep(25)
      }
    }
    const standing: Standing = {
      port,
      ask: (text) => asked(port, text),
      async kill() {
        running.delete(standing)
        child.kill('SIGQUIT')
        await ended
      },
      async promote() {
        await asked(port, 'select pg_promote(true, 30)', 'postgres')
      },
    }
    running.add(standing)
    return standing
  }

  return {
    ports,
    urlOf: (...of) =>
      `postgres://${role}:${rolePassword}@${of.map((port) => `127.0.0.1:${port}`).join(',')}/greenroom` +
      (of.length > 1 ? '?target_session_attrs=read-write' : ''),
    async primary() {
      const home = await homeOf(0)
      const cluster = await ensureCluster({ home, account, binaries, sync: 'fast', log: () => {} })
      ;({ password } = cluster)
      const made = await start(cluster.directory, ports[0]!)
      await asked(
        made.port,
        `create role ${role} login password '${rolePassword}'; grant pg_monitor to ${role}`,
        'postgres',
      )
      await asked(made.port, `create database greenroom owner ${role} strategy file_copy`, 'postgres')
      return made
    },
    async standbyOf(of, place, link) {
      const home = await homeOf(place)
      const directory = join(home, 'cluster')
      const client = new pg.Client({ connectionString: superuserUrl(of.port, 'postgres') })
      await client.connect()
      const { rows } = await client.query<{ from: string }>(
        `select current_setting('data_directory') as from, pg_backup_start('standby', true)`,
      )
      const copied = await run('cp', ['-a', rows[0]!.from, directory], account)
      // What vanishes meanwhile is in the log that the standby replays.
      const problems = copied.output.split('\n').filter((line) => !/^$|No such file/.test(line))
      if (problems.length > 0) throw new Error(problems.join('\n'))
      const { rows: labels } = await client.query<{ label: string }>(
        'select labelfile as label from pg_backup_stop(false)',
      )
      await client.end()
      for (const [name, text] of [
        ['backup_label', labels[0]!.label],
        ['standby.signal', ''],
        // What is set on the primary is about the primary.
        ['postgresql.auto.conf', ''],
      ] as const) {
        await writeFile(join(directory, name), text)
        await own(join(directory, name))
      }
      for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(directory, name), { force: true })
      return start(directory, ports[place]!, {
        primary_conninfo: `host=127.0.0.1 port=${link.port} user=${superuser} password=${password} application_name=standby${place}`,
      })
    },
    async close() {
      await Promise.all([...running].map((one) => one.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Until a standby is connected to its primary, and has all that was written. */
export async function untilStreaming(primary: Standing): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const rows = await primary.ask(
      `select from pg_stat_replication where state = 'streaming' and replay_lsn >= pg_current_wal_flush_lsn()`,
    )
    if (rows.length > 0) return
    await sleep(25)
  }
  throw new Error('no standby follows')
}
