// The product as operators run it: the real process on its own database.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOf, databaseAt, poolOf, withClient } from '../../server/test/server.ts'
import { type Client, clientOf } from './api.ts'

export type Sms = { number: string; code: string }

export type Server = {
  url: string
  dataDir: string
  databaseUrl: string
  /** The process's output so far. */
  output(): string
  /** The administrator of this first start, with the password that was printed. */
  printed: { name: string; password: string }
  /** Lines on standard error since the last check; each is a crash that a test provoked. */
  takeErrors(): string
  /** A client with this token, or without one. */
  as(token?: string): Client
  /** The administrator, with a long-lived session for preparing data. */
  administrator(): Promise<Client>
  /** Messages of the console SMS provider to a number, newest last. */
  sms(number: string): Sms[]
  query<R extends object>(sql: string, values?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

const root = new URL('../../', import.meta.url)

/**
 * What is no fault of the test that reads it: a call over a second on a busy machine, and how often an error came again, which is said ten
 * seconds after the first of them, which its own test has read.
 */
const excused = /^\[[\w-]+\] (?:The call \w+ took [\d.]+ s\n|.* \(\d+ more of it\)\n(?: +at .*\n)*)/gm

/** Starts the product; `settings` are additional environment variables. Like a company that has left set-up, unless it is `new`. */
export async function startServer(settings: Record<string, string> = {}, as?: 'new'): Promise<Server> {
  const { E2E_SERVER_URL: serverUrl = '', E2E_TEMPLATE: template = '' } = process.env
  const copy = `${template}_${randomBytes(4).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(copyOf(copy, template)))
  const databaseUrl = databaseAt(serverUrl, copy)
  if (as === 'new') await withClient(databaseUrl, (client) => client.query('truncate access.setup'))
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-e2e-'))
  const { child, output, errors, url } = await run(databaseUrl, dataDir, settings)

  const [, name = '', password = ''] = /Log in as (\S+) with password (\S+)/.exec(output()) ?? []
  const pool = poolOf(databaseUrl)
  const clientAs = (token?: string) => clientOf(url, token)
  let administrator: Promise<Client> | undefined
  let reported = errors().length
  return {
    url,
    dataDir,
    databaseUrl,
    output,
    printed: { name, password },
    takeErrors: () => {
      const fresh = errors().slice(reported)
      reported += fresh.length
      return fresh.replaceAll(excused, '')
    },
    as: clientAs,
    administrator: () => {
      administrator ??= clientAs().login(name, password)
      return administrator
    },
    sms: (number) => readOutbox(dataDir).filter((sms) => sms.number.endsWith(number)),
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    stop: async () => {
      await pool.end()
      await ended(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function run(databaseUrl: string, dataDir: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_COMPILE_CACHE: new URL('.cache/compiled', root).pathname,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PASSWORD: '',
      SIMULATE: 'off',
      LOG_FORMAT: 'text',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complained = ''
  child.stderr.on('data', (chunk) => (complained += String(chunk)))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const ready = /Greenroom is ready at (http:\S+)/.exec(output)
      // One address for cookies and calls of all tests.
      if (ready?.[1] && /Data is in/.test(output)) resolve(ready[1].replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}${complained}`)))
  })
  return { child, url, output: () => output, errors: () => complained }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    // An open page may hold a connection: don't wait for it.
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
  })
}

function readOutbox(dataDir: string): Sms[] {
  try {
    const lines = readFileSync(join(dataDir, 'outbox', 'sms.jsonl'), 'utf8')
      .trim()
      .split('\n')
    return lines.map((line) => {
      const { to, text } = JSON.parse(line) as { to: string; text: string }
      return { number: to, code: /\d{6}/.exec(text)?.[0] ?? '' }
    })
  } catch {
    return []
  }
}
