// Browsers are turned on and off by their account, and messages are encrypted for them (RFC 8291, by `web-push`, which is loaded with the first
// browser). Nothing leaves before somebody turned one on.
import { hash } from 'node:crypto'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { pushTurned } from '@greenroom/contract/sentences/access'
import type * as calls from '@greenroom/contract/told'
import { type Context, staffOf } from '../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../kit/calls/refusal.ts'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction, type Reader, type Transaction } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { newId } from '../kit/random.ts'
import { record } from '../log/index.ts'
import * as queries from './webPush.queries.ts'

export type PushServices = {
  seals: Seals
  /** Whether a push service may be on this machine or an internal network, and without encryption: for tests and trials. */
  allowPrivate: boolean
}

const keyOwner = 'push key'
const ownerOf = (id: string) => `browser ${id}`
const most = 10

type Pair = { publicKey: string; privateKey: string }

/** The installation's pair of keys, once one was made. */
async function pairOf(reader: Reader, seals: Seals): Promise<Pair | undefined> {
  const row = await queries.keyOf(reader)
  return row && { publicKey: row.public, privateKey: seals.open(row.sealed, keyOwner) }
}

/** Of two that make one at once, the first one's stays. */
export async function publicKey({ seals }: PushServices, { database }: Pick<Context, 'database'>) {
  const known = await queries.keyOf(database)
  if (known) return { publicKey: known.public }
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  return inTransaction(database, async (tx) => {
    const sealed = seals.seal(made.privateKey, keyOwner)
    await queries.putKey(tx, { public: made.publicKey, sealed, made_at: wallNow() })
    return { publicKey: (await queries.keyOf(tx))!.public }
  })
}

export async function list(context: Context): Promise<Answer<typeof calls.pushList>> {
  const { id, sessionId } = staffOf(context)
  const found = await queries.subscriptionsOf(context.database, id)
  return {
    browsers: found.map((one) => ({
      id: one.id,
      userAgent: one.user_agent,
      since: one.made_at.toISOString(),
      current: one.session_id === sessionId,
    })),
  }
}

/** @throws Refusal 10009 for an address that no push service has, 20000 with as many browsers as there may be */
export async function subscribe(
  { seals, allowPrivate }: PushServices,
  context: Context,
  { endpoint, p256dh, auth }: Parsed<typeof calls.pushSubscribe>,
) {
  if (!endpoint.startsWith('https://') && !allowPrivate) throw refuseBecause(10009, 'endpoint', 'field.invalid')
  const staff = staffOf(context)
  const endpointHash = hash('sha256', endpoint, 'base64url')
  return context.tx(async (tx) => {
    if ((await queries.countSubscriptions(tx, staff.id, endpointHash)) >= most)
      throw refuseBecause(20000, 'endpoint', 'told.browsers', { most })
    const now = wallNow()
    const id = newId(now)
    await queries.putSubscription(tx, {
      id,
      staff_id: staff.id,
      session_id: staff.sessionId,
      endpoint_hash: endpointHash,
      sealed: seals.seal(JSON.stringify({ endpoint, keys: { p256dh, auth } }), ownerOf(id)),
      made_at: now,
    })
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: pushTurned(staff.username, 'on'),
      before: null,
      after: { browserId: id },
    })
    return { id }
  })
}

/** @throws Refusal 10032 */
export const remove = (context: Context, { id }: Parsed<typeof calls.pushRemove>) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    if (!(await queries.removeSubscription(tx, id, staff.id))) throw refuseCode(10032, 'id')
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: pushTurned(staff.username, 'off'),
      before: { browserId: id },
      after: null,
    })
    return {}
  })

/** A message as it leaves: where to, with what. */
export type Pushed = { endpoint: string; headers: Record<string, string>; body: Buffer }

const lifeSeconds = 24 * 3_600

/**
 * Encrypts a message for a browser.
 *
 * @param subject who sends, for the push service: an address of mail or of the site
 * @returns undefined if the browser was turned off, or its session is over
 */
export async function encryptFor(
  { database, seals, subject }: { database: Database; seals: Seals; subject: string },
  { browserId, text, urgent }: { browserId: string; text: string; urgent: boolean },
): Promise<Pushed | undefined> {
  const [sealed, pair] = await Promise.all([
    queries.subscriptionNow(database, browserId, wallNow()),
    pairOf(database, seals),
  ])
  if (sealed === undefined || !pair) return undefined
  const { default: webPush } = await import('web-push')
  const subscription = JSON.parse(seals.open(sealed, ownerOf(browserId)))
  const made = webPush.generateRequestDetails(subscription, text, {
    vapidDetails: { subject, ...pair },
    TTL: lifeSeconds,
    urgency: urgent ? 'high' : 'normal',
  })
  const headers = Object.fromEntries(Object.entries(made.headers).map(([name, value]) => [name, String(value)]))
  return { endpoint: made.endpoint, headers, body: made.body! }
}

/** Forgets a browser that its push service no longer knows. */
export const forget = (database: Database, browserId: string) => queries.removeSubscription(database, browserId)

/** Re-encrypts what older keys have sealed with the current one. */
export async function renewPush(tx: Transaction, seals: Seals): Promise<void> {
  const key = await queries.foreignKey(tx, seals.prefix)
  if (key) await queries.putKeySeal(tx, seals.seal(seals.open(key.sealed, keyOwner), keyOwner))
  const rows = await queries.foreignSubscriptions(tx, seals.prefix)
  if (rows.length === 0) return
  await queries.putSubscriptionSeals(
    tx,
    rows.map(({ id, sealed }) => ({ id, sealed: seals.seal(seals.open(sealed, ownerOf(id)), ownerOf(id)) })),
  )
}
