// The live app's back ends and their secrets: made, sealed, and kept in memory for checking and making signatures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Reader, Transaction } from '../kit/database.ts'
import { newBytes } from '../kit/random.ts'
import type { Seals } from '../kit/seal/index.ts'
import { openSnapshot } from '../kit/snapshot.ts'

/** A new secret of a client, as it's shown once: Standard Webhooks' `whsec_` and 256 random bits. */
export const newClientSecret = (): string => `whsec_${newBytes(32).toString('base64')}`

/** What tells a secret from another on the screen, and gives nothing away. */
export const hintOf = (secret: string): string => secret.slice(0, 'whsec_'.length + 4)

/** Whose a client's secrets are, to the seals. */
export const secretOwner = (clientId: number): string => `client ${clientId}`

/**
 * Adds a secret to a client; it's valid until `expiresAt`, wall time, or until it's ended. `revealTo` may fetch it once.
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
  /** The bytes that sign. */
  key: Buffer
  /** Wall time; null while it is the current one. */
  expiresAt: Date | null
}

export type BridgeClient = {
  id: number
  name: string
  endpoint: string
  /** Newest first; some may have lapsed since they were read. */
  secrets: ClientSecret[]
}

/** The enabled clients as of the last second. */
export type Clients = {
  all(): readonly BridgeClient[]
  /** Reads the tables again; other processes follow within a second. */
  refresh(): Promise<void>
  /** Reads them again, soon and never from before the call: for a signature by a secret that was made elsewhere. */
  lookAgain(): Promise<void>
  close(): void
}

const justNowMilliseconds = 100

/** The bytes of a secret's text. */
export const bytesOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

async function enabledClients(
  reader: Reader,
  seals: Seals,
  onError: (error: unknown) => void,
): Promise<BridgeClient[]> {
  const rows = await reader
    .selectFrom('bridge.client as c')
    .innerJoin('bridge.client_secret as s', 's.client_id', 'c.id')
    .select(['c.id', 'c.name', 'c.endpoint', 's.id as secret_id', 's.sealed', 's.expires_at'])
    .where('c.enabled', '=', true)
    .orderBy('c.id')
    .orderBy('s.id', 'desc')
    .execute()
  const clients = new Map<number, BridgeClient>()
  for (const row of rows) {
    const client = clients.get(row.id) ?? { id: row.id, name: row.name, endpoint: row.endpoint, secrets: [] }
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

/** Opens the clients' snapshot; read again every `pollMilliseconds`, so that what is disabled ends at once. */
export async function openClients(
  database: Database,
  seals: Seals,
  pollMilliseconds: number,
  onError: (error: unknown) => void = () => {},
): Promise<Clients> {
  let clients: readonly BridgeClient[] = []
  let begunAt = 0
  let looking: Promise<void> | undefined
  const { refresh, close } = await openSnapshot(async () => {
    begunAt = performance.now()
    clients = await enabledClients(database, seals, onError)
  }, pollMilliseconds)
  const lookAgain = async () => {
    // At most ten readings a second, however many unknown signatures arrive; a secret made a moment ago is found.
    looking ??= sleep(Math.max(0, begunAt + justNowMilliseconds - performance.now())).then(() => {
      looking = undefined
      return refresh()
    })
    await looking.catch(() => {})
  }
  return { all: () => clients, refresh, lookAgain, close }
}
