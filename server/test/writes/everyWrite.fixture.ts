// One product on which every write is prepared once and performed once, for all suites of `writes.test.ts`.

import { declaredCalls } from '@greenroom/contract/allCalls'
import type { AnyCall, Envelope } from '@greenroom/contract/call'
import { operationIdField, operationIdOf } from '@greenroom/contract/operationId'
import { logInfo, logList } from '@greenroom/contract/system'
import type { InjectOptions } from 'fastify'
import { appUser, giveTokens } from '../../src/rooms/users/people.fixture.ts'
import { type Counts, changed, grown, rowCounter } from '../counts.ts'
import { everyMenu, type Made, person, sessionOf } from '../people.ts'
import { anOperationId, type Client, startProduct, type TestProduct } from '../product.ts'
import { reads } from '../reads.ts'
import { multipart, type World } from '../world/base.ts'
import { aGuild } from '../world/guilds.ts'
import { worldSettings } from '../world/provider.ts'
import { writes } from '../writes.ts'
import type { Write } from './write.ts'

/** Unique and searchable as is: consecutive digits, an address. */
export const details = {
  app: '13955501234',
  appMail: 'noura.whole@example.org',
  staff: '13955505678',
  bridge: '13955509012',
}

export let product: TestProduct
export let world: World
/** The administrator's. */
export let token: string
/** One account of each kind outside the platform, with every menu. */
export let outsiders: Record<'guild' | 'agent', Made>
/** With every menu, read-only. */
export let reader: Made

/** Someone with contact details and money; reading calls about a user ask about them. */
export let fullUser: number

let counted: () => Promise<Counts>

/** Before the first test of the file. */
export async function open(): Promise<void> {
  product = await startProduct(worldSettings)
  token = await sessionOf(product, 'admin')
  world = { product, admin: product.as(token) }
  outsiders = {
    guild: await person(product, { permissions: everyMenu(3), unionId: await aGuild(world) }),
    agent: await person(product, { permissions: everyMenu(3), agentId: 7 }),
  }
  reader = await person(product, { permissions: everyMenu(1) })
  counted = await rowCounter(product.database)
  fullUser = await appUser(product, { phone: details.app, email: details.appMail, devices: ['a-device'] })
  await giveTokens(product, fullUser, { paid: 1_000, costMicros: 10_000 })
}

export const changing = declaredCalls.filter(({ call }) => call.operation !== undefined)

type Prepared = { line: Write; payload: object; more: InjectOptions | undefined }

/** Makes what a write is about, and its valid payload. */
export const prepare = async ({ name }: AnyCall): Promise<Prepared> => {
  const line = writes[name] as Write
  const payload = await line.payload(world)
  const form = line.file && multipart(payload as Record<string, string>, await line.file())
  return { line, payload, more: form && { payload: form.payload, headers: form.headers } }
}
/** The same once for all suites: refused requests leave it valid. */
export const prepared = once(prepare)

/** An operation's entries of the log. */
const entriesOf = (operation: string) =>
  product.database.selectFrom('log.readable').selectAll().where('operation', '=', operation).orderBy('id').execute()
type Entries = Awaited<ReturnType<typeof entriesOf>>

/** What a bulk job writes, too, whenever it runs; entries of the log are counted by operation. */
const inBackground = new Set(['log.entry', 'log.personal', 'bridge.command', 'bridge.delivery'])

export type Performed = Prepared & {
  client: Client
  answer: Envelope<unknown>
  before: Entries
  after: Entries
  /** The tables that have more rows than before. */
  created: string[]
  /** The same request once more, with the same operation id or key: its answer, and the tables that changed. Only of what creates. */
  again?: { answer: Envelope<unknown>; changed: string[] }
}

/** A performed write: its answer, and its operation's entries before and after. */
export const performed = once(async (call: AnyCall): Promise<Performed> => {
  const { line, payload, more } = await prepared(call)
  const client: Client = line.by ? await line.by(world) : world.admin
  const operation = line.asks ? 'approval.ask' : call.operation!
  const before = await entriesOf(operation)
  const query = operationIdOf(call) && { [operationIdField]: anOperationId() }
  const send = () => client.send(call, payload as never, { ...more, ...(query && { query }) })
  const rows = await counted()
  const answer = await send()
  const rowsAfter = await counted()
  const done = {
    client,
    line,
    payload,
    more,
    answer,
    before,
    after: await entriesOf(operation),
    created: grown(rows, rowsAfter),
  }
  if (call.creates === undefined) return done
  const repeated = await send()
  const tables = changed(rowsAfter, await counted()).filter((table) => !inBackground.has(table))
  const entries = (await entriesOf(operation)).length - done.after.length
  return { ...done, again: { answer: repeated, changed: entries === 0 ? tables : [...tables, 'log.entry'] } }
})

export type Told = { name: string; body: string }

/** What every write answered. */
export async function writtenAnswers(): Promise<Told[]> {
  const told: Told[] = []
  for (const { call } of changing) told.push({ name: call.name, body: JSON.stringify((await performed(call)).answer) })
  return told
}

export const reading = declaredCalls.filter(({ call }) => call.operation === undefined)

let payloads: ReturnType<typeof reads> | undefined

/** A reading call's payload, once everything is written. */
export const asked = once(async (call: AnyCall): Promise<object> => {
  payloads ??= reads(world)
  const made = await payloads[call.name]?.()
  return { ...made, ...(call.name.startsWith('user') && made && { userId: fullUser }) }
})

/** What every reading call answers the administrator once everything is written, and each of the newest entries of the log. */
export const readAnswers = once<void, Told[]>(async () => {
  await writtenAnswers()
  const told: Told[] = []
  for (const { call } of reading)
    told.push({ name: call.name, body: JSON.stringify(await world.admin.send(call, (await asked(call)) as never)) })
  const { records } = await world.admin.call(logList, { size: 200 })
  for (const { id } of records)
    told.push({ name: `logInfo ${id}`, body: JSON.stringify(await world.admin.call(logInfo, { id })) })
  return told
})

/** Remembers what a function returned, so that suites share it, and one test alone still has it. */
function once<Key, Result>(work: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const known = new Map<Key, Promise<Result>>()
  return (key) => {
    const result = known.get(key) ?? work(key)
    known.set(key, result)
    return result
  }
}
