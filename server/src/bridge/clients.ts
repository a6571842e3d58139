// App clients and their secrets: created, encrypted, and cached for checking and making signatures.
import { setTimeout as sleep } from 'node:timers/promises'
import { stopQueries } from '../access/index.ts'
import { type Database, type Reader, type Transaction, transactionsSoFar } from '../kit/database/database.ts'
import { openSnapshot } from '../kit/database/tableCopy.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { newBytes } from '../kit/random.ts'

/** A new secret as shown once: Standard Webhooks' `whsec_` and 256 random bits. */
export const newClientSecret = (): string => `whsec_${newBytes(32).toString('base64')}`

/** A prefix that identifies a secret on screen without revealing it. */
export const hintOf = (secret: string): string => secret.slice(0, 'whsec_'.length + 4)

/** The owner of a client's secrets, for encryption. */
export const secretOwner = (clientId: number): string => `client ${clientId}`

/**
 * Adds a secret to a client, valid until `expiresAt` (wall time) or until it is ended. `revealTo` may fetch it once.
 */
export async function addClientSecret(
  tx: Transaction,
  seals: Seals,
  input: {
    clientId: number
    secret: string
    by: string
    at: Date
    expiresAt?: Date | null
    revealTo?: number | null
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('bridge.client_secret')
    .values({
      client_id: input.clientId,
      sealed: seals.seal(input.secret, secretOwner(input.clientId)),
      hint: hintOf(input.secret),
      created_by: input.by,
      created_at: input.at,
      expires_at: input.expiresAt ?? null,
      reveal_to: input.revealTo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ClientSecret = {
  id: number
  /** The signing key. */
  key: Buffer
  /** Wall time; null for the current secret. */
  expiresAt: Date | null
}

export type BridgeClient = {
  id: number
  name: string
  endpoint: string
  /** How old its events may be. */
  historyDays: number
  /** It brings the history of an old console: nothing is sent because of its events. */
  history: boolean
  /** Why it is stopped, or null. */
  stopped: string | null
  /** Newest first; some may have expired since they were read. */
  secrets: ClientSecret[]
}

/** The enabled clients, at most a second old. */
export type Clients = {
  all(): readonly BridgeClient[]
  /** Reloads the cache; other processes follow within a second. */
  refresh(): Promise<void>
  /** Reloads soon, never with a read from before this call: for a signature by a secret created elsewhere. */
  lookAgain(): Promise<void>
  close(): void
}

const justNowMilliseconds = 100

/** Decodes a secret's text. */
export const bytesOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

async function enabledClients(
  reader: Reader,
  seals: Seals,
  onError: (error: unknown) => void,
): Promise<BridgeClient[]> {
  const rows = await reader
    .selectFrom('bridge.client as c')
    .innerJoin('bridge.client_secret as s', 's.client_id', 'c.id')
    .select([
      'c.id',
      'c.name',
      'c.endpoint',
      'c.history_days',
      'c.history',
      's.id as secret_id',
      's.sealed',
      's.expires_at',
    ])
    .where('c.enabled', '=', true)
    .orderBy('c.id')
    .orderBy('s.id', 'desc')
    .execute()
  const stops = await stopQueries.stoppedClients(reader)
  const clients = new Map<number, BridgeClient>()
  for (const row of rows) {
    const { id, name, endpoint, history_days: historyDays, history } = row
    const client = clients.get(id) ?? {
      id,
      name,
      endpoint,
      historyDays,
      history,
      stopped: stops.get(id) ?? null,
      secrets: [],
    }
    clients.set(row.id, client)
    try {
      const secret = seals.open(row.sealed, secretOwner(row.id))
      client.secrets.push({ id: row.secret_id, key: bytesOf(secret), expiresAt: row.expires_at })
    } catch (error) {
      onError(error)
    }
  }
  return [...clients.values()]
}

/** Opens the client cache; reloaded every `pollMilliseconds`, so disabling takes effect quickly. */
export async function openClients(
  database: Database,
  seals: Seals,
  pollMilliseconds: number,
  onError: (error: unknown) => void = () => {},
): Promise<Clients> {
  let clients: readonly BridgeClient[] = []
  let begunAt = 0
  let looking: Promise<void> | undefined
  const { refresh, close } = await openSnapshot(
    async () => {
      begunAt = performance.now()
      clients = await enabledClients(database, seals, onError)
    },
    pollMilliseconds,
    () => transactionsSoFar(database),
  )
  const lookAgain = async () => {
    // At most ten reloads a second, however many unknown signatures arrive; a fresh secret is still found.
    looking ??= sleep(Math.max(0, begunAt + justNowMilliseconds - performance.now())).then(() => {
      looking = undefined
      return refresh()
    })
    await looking.catch(() => {})
  }
  return { all: () => clients, refresh, lookAgain, close }
}
