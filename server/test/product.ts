// The whole product on its own database, for tests of calls: nothing is mocked, requests use HTTP injection.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@greenroom/contract/access'
import { type Answer, type AnyCall, basePath, type Envelope, type Payload } from '@greenroom/contract/call'
import { operationIdField, operationIdOf } from '@greenroom/contract/operationId'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { builtInRoles } from '../src/access/index.ts'
import { buildProduct, type Product } from '../src/app/index.ts'
import { readConfig } from '../src/config.ts'
import { wallNow } from '../src/kit/clock.ts'
import { type Database, openDatabase } from '../src/kit/database/database.ts'
import { newId } from '../src/kit/random.ts'
import { noteReasons } from './answered.ts'
import { inspectAnswers } from './answers.ts'
import { byTurns } from './byTurns.ts'
import { freshDatabase } from './database.ts'
import { staffAccount } from './people.ts'
import { asApplication, startTemplate } from './server.ts'
import { adminPassword } from './started.ts'

export { adminPassword } from './started.ts'

const secondName = 'second.admin'

/** A refusal's code, the fields that it names, and the reason of the first. */
export type Refused = { code: number; fields: string[]; reason?: string }

export type Client = {
  /** A call's whole envelope. */
  send<C extends AnyCall>(call: C, payload: Payload<C>, options?: InjectOptions): Promise<Envelope<Answer<C>>>
  /** The result of a call that must succeed; otherwise the refusal is in the error message. */
  call<C extends AnyCall>(call: C, payload: Payload<C>): Promise<Answer<C>>
  /** How a call must be refused. */
  refused<C extends AnyCall>(call: C, payload: Payload<C>): Promise<Refused>
}

export type TestProduct = Product & {
  dataDir: string
  /** The database's URL, for another server on it: as the owner, and so is `owner`. The product's own role may change no table. */
  databaseUrl: string
  owner: Database
  /** A client with this token, or without one. */
  as(token: string | undefined, address?: string): Client
  /** Logs in and returns a client. */
  login(username: string, password: string): Promise<Client>
  administrator(): Promise<Client>
  /** A second administrator, made by two: with the first one, every request can be decided. */
  second(): Promise<Client>
  /** Closes this server, and starts another on its database and files. */
  restarted(): Promise<TestProduct>
}

const encode = (value: unknown): string => {
  if (typeof value === 'string') return value
  // As the web does: what is structured is JSON.
  return Array.isArray(value) && !value.some((one) => typeof one === 'object') ? value.join(',') : JSON.stringify(value)
}

export const formOf = (payload: object): string =>
  new URLSearchParams(
    Object.entries(payload)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, encode(value)]),
  ).toString()

/** Another operation id. */
export const anOperationId = (): string => newId(wallNow())

/** As every client does it: a new id for a call that requires one, unless the test chose one. */
export function withOperationId(call: AnyCall, chosen: unknown): { operationId?: string } {
  if (typeof chosen === 'string') return { [operationIdField]: chosen }
  return operationIdOf(call) === 'required' ? { [operationIdField]: anOperationId() } : {}
}

/** A product's clients: by token, or logged in. */
export function clientsOf(product: Product): Pick<TestProduct, 'as' | 'login'> {
  const as = (token: string | undefined, address?: string): Client => {
    const client: Client = {
      async send(call, payload, options) {
        const form = formOf(payload as object)
        const isGet = call.method === 'GET'
        const { headers, query, ...rest } = options ?? {}
        const asked =
          (payload as Record<string, unknown>)[operationIdField] ??
          (query as Record<string, unknown>)?.[operationIdField]
        const id = new URLSearchParams(withOperationId(call, asked)).toString()
        const response = await product.app.inject({
          method: call.method,
          url: `${basePath}${call.path}${isGet && form ? `?${form}` : ''}${id && `?${id}`}`,
          headers: {
            ...(token && { token }),
            ...(!isGet && {
              'content-type': call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
            }),
            ...headers,
          },
          ...(!isGet && { payload: call.encoding === 'json' ? JSON.stringify(payload) : form }),
          ...(address && { remoteAddress: address }),
          ...rest,
        })
        return response.json()
      },
      async call(call, payload) {
        const envelope = await client.send(call, payload)
        if (envelope.code !== 200) throw new Error(`${call.name} refused: ${JSON.stringify(envelope)}`)
        return envelope.result
      },
      async refused(call, payload) {
        const envelope = await client.send(call, payload)
        if (envelope.code === 200) throw new Error(`${call.name} was not refused: ${JSON.stringify(envelope.result)}`)
        const detail = envelope.detail ?? []
        const reason = detail.find((one) => one.reason !== undefined)?.reason
        return { code: envelope.errorCode, fields: detail.map(({ field }) => field), ...(reason && { reason }) }
      },
    }
    return client
  }
  const signIn = async (username: string, password: string) => {
    const { token } = await as(undefined).call(login, { username, password })
    return as(token)
  }
  return { as, login: signIn }
}

/** Notes the reasons in what the product answers. */
function noting(app: Product['app']): void {
  const inject = app.inject.bind(app)
  app.inject = (async (options: InjectOptions) => {
    const response = await inject(options)
    // A stream has no body yet.
    if (typeof response.body === 'string') noteReasons(response.body)
    return response
  }) as typeof app.inject
}

/** A database of an earlier process may have it. */
async function hasAccount({ database }: Product, username: string): Promise<boolean> {
  const { rows } = await sql`select from access.staff where username = ${username}`.execute(database)
  return rows.length > 0
}

/** `TEST_SERVERS=2 npx vitest …` lets two servers answer in any file. */
const usual = process.env['TEST_SERVERS'] === '2' ? 2 : 1

/** How many servers answer a file's requests. */
export type Servers = {
  /** Two answer by turns (`byTurns.ts`): for what a server could keep in its memory alone. */
  servers?: 1 | 2
}

/** Starts the product; `close` ends it. One per test file. */
export async function startProduct(
  settings: Record<string, string> = {},
  { servers = usual }: Servers = {},
): Promise<TestProduct> {
  const { url } = await freshDatabase(startTemplate)
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-test-'))
  return serverOn({ url, dataDir, settings, servers })
}

type Place = {
  url: string
  dataDir: string
  settings: Record<string, string>
  /** The role that the product connects as, if the database has no other than its owner. */
  as?: 'owner'
} & Servers

/** A product on a given database and data folder; `close` removes the folder. */
export async function serverOn(place: Place): Promise<TestProduct> {
  const { url, dataDir, settings } = place
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_DIRECT_URL: url, ...settings })
  const answers = inspectAnswers()
  const build = async () => {
    const built = await buildProduct(config, place.as === 'owner' ? url : asApplication(url), answers)
    built.health.ready = true
    return built
  }
  const product = await build()
  const other = place.servers === 2 ? await build() : undefined
  if (other) byTurns(product, other)
  noting(product.app)

  const { as, login: signIn } = clientsOf(product)
  let second: Promise<unknown> | undefined
  let owner: Database | undefined
  return {
    ...product,
    dataDir,
    databaseUrl: url,
    get owner() {
      owner ??= openDatabase(url, { max: 2, onError: () => {} })
      return owner
    },
    as,
    login: signIn,
    administrator: () => signIn('admin', adminPassword),
    second: async () => {
      second ??= hasAccount(product, secondName).then((has) =>
        has
          ? undefined
          : staffAccount(product, {
              username: secondName,
              password: adminPassword,
              roleIds: [builtInRoles.administrator],
            }),
      )
      await second
      return signIn(secondName, adminPassword)
    },
    restarted: async () => {
      await Promise.all([product.close(), other?.close(), owner?.destroy()])
      answers.check()
      return serverOn(place)
    },
    close: async () => {
      await Promise.all([product.close(), other?.close(), owner?.destroy()])
      rmSync(dataDir, { recursive: true, force: true })
      answers.check()
    },
  }
}
