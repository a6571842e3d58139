// A live app's back end for tests: a client with a secret that sends signed batches of events.
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { Webhook } from 'standardwebhooks'
import type { Clients } from '../src/bridge/index.ts'
import { addClientSecret, newClientSecret } from '../src/bridge/index.ts'
import type { Clock } from '../src/kit/clock.ts'
import type { Database } from '../src/kit/database/database.ts'
import type { Seals } from '../src/kit/encryption/index.ts'
import { newId } from '../src/kit/random.ts'

/** The part of the product that the bridge needs. */
export type Bridged = {
  app: FastifyInstance
  database: Database
  clock: Clock
  seals: Seals
  bridge: { clients: Clients }
}

/** An event to send; `id` defaults to one of its time, `at` to now. */
export type Sent<T extends EventType = EventType> = {
  [K in T]: { id?: string; type: K; at?: Date; data: EventData<K> }
}[T]

/** A new user's registration. */
export const registered = (userId: number, sex: 'man' | 'woman', country = 'DE'): Sent<'user.registered'> => ({
  type: 'user.registered',
  data: { userId, nickname: `P${userId}`, sex, country, language: 'en', platform: 'ios', deviceId: `d${userId}` },
})

export type Line = { id: string; type: string; at: string; data: unknown }

export type BridgeConnection = {
  clientId: number
  secret: string
  /** Sends events as one batch. @returns an answer per line. @throws if the whole batch is refused. */
  send(events: readonly Sent[]): Promise<EventAnswer[]>
  /** Sends one event that must be accepted. @returns its result. */
  accepted(event: Sent): Promise<Record<string, unknown>>
  /** The code with which one event must be rejected. */
  rejected(event: Sent): Promise<number>
  /** Posts a body as is. */
  post(body: string | Buffer, options?: Posting): Promise<LightMyRequestResponse>
  /** Reads the state. */
  state(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** The events as lines of a batch, with ids and times filled in. */
  linesOf(events: readonly Sent[]): Line[]
}

export type Posting = { secret?: string; webhookId?: string; at?: Date; headers?: Record<string, string> }

/** The three Standard Webhooks headers. */
export function signedWith(secret: string, body: string | Buffer, { webhookId, at }: Posting = {}) {
  const id = webhookId ?? newId(new Date())
  const moment = at ?? new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(moment.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, moment, Buffer.from(body as string)),
  }
}

let clients = 0

/** A client with a secret, as if two staff members had created it. */
export async function addedClient(
  { database, clock, seals }: Pick<Bridged, 'database' | 'clock' | 'seals'>,
  { name = `app ${++clients}`, endpoint = '' }: { name?: string; endpoint?: string } = {},
): Promise<{ clientId: number; secret: string }> {
  const now = clock.now()
  const { id: clientId } = await database
    .insertInto('bridge.client')
    .values({ name, endpoint, created_by: 'test', created_at: now, updated_by: 'test', updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = newClientSecret()
  await database.transaction().execute((tx) => addClientSecret(tx, seals, { clientId, secret, by: 'test', at: now }))
  return { clientId, secret }
}

/** Creates a client with a secret and acts as it. `endpoint` is where commands go; none by default. */
export async function connect(product: Bridged, { endpoint = '' } = {}): Promise<BridgeConnection> {
  const { app, clock } = product
  const { clientId, secret } = await addedClient(product, { endpoint })
  await product.bridge.clients.refresh()

  const linesOf: BridgeConnection['linesOf'] = (events) =>
    events.map(({ id, type, at, data }) => {
      const moment = at ?? clock.now()
      return { id: id ?? newId(moment), type, at: moment.toISOString(), data }
    })
  const post: BridgeConnection['post'] = (body, options = {}) =>
    app.inject({
      method: 'POST',
      url: '/app/v1/events',
      headers: {
        'content-type': 'application/x-ndjson',
        ...signedWith(options.secret ?? secret, body, options),
        ...options.headers,
      },
      payload: body,
    })
  const send: BridgeConnection['send'] = async (events) => {
    const response = await post(
      linesOf(events)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    )
    if (response.statusCode !== 200) throw new Error(`the batch was refused: ${response.statusCode} ${response.body}`)
    return answersOf(response.body)
  }
  const one = async (event: Sent): Promise<EventAnswer> => (await send([event]))[0]!
  return {
    clientId,
    secret,
    send,
    post,
    linesOf,
    state: (path, headers = {}) =>
      app.inject({
        url: `/app/v1/state/${path}`,
        headers: { ...signedWith(secret, `GET /app/v1/state/${path}`), ...headers },
      }),
    async accepted(event) {
      const answer = await one(event)
      if (answer.status === 'rejected' || answer.status === 'failed')
        throw new Error(`${event.type} was ${answer.status}: ${JSON.stringify(answer)}`)
      return answer.result ?? {}
    },
    async rejected(event) {
      const answer = await one(event)
      if (answer.status !== 'rejected') throw new Error(`${event.type} was ${answer.status}: ${JSON.stringify(answer)}`)
      return answer.errorCode!
    },
  }
}

/** The lines of an answer. */
export const answersOf = (body: string): EventAnswer[] =>
  body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as EventAnswer)
