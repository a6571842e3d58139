// What holders see and change of what they log in with. Each change is one transaction with its proof and its entry.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/security'
import {
  authenticatorBound,
  authenticatorRemoved,
  holderProved,
  passkeyRemoved,
  passkeyRenamed,
  recoveryCodesMade,
  sessionsEnded,
} from '@greenroom/contract/sentences/access'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import * as authenticator from '../login/login.authenticator.ts'
import * as challenges from '../login/login.challenges.ts'
import { factorsOf } from '../login/login.queries.ts'
import { strongestFactor } from '../login/login.rules.ts'
import { openFactor, sealFactor } from '../login/login.sealed.ts'
import { beginTry, isTrusted, passTry, settleFailure } from '../login/login.tries.ts'
import { endOtherSessions } from '../me/me.queries.ts'
import { networkOf } from '../network.ts'
import { askForPasskey, newPasskey } from '../passkeys/passkeys.adding.ts'
import * as passkeys from '../passkeys/passkeys.queries.ts'
import { askHolder } from '../passkeys/passkeys.using.ts'
import { hashRecoveryCode, newRecoveryCode, recoveryCodes } from '../passkeys/recovery.ts'
import { isCode } from '../sms/sms.rules.ts'
import { ownMail } from './ownMail.service.ts'
import { mayChangePhone, type SecurityServices, shownPhone } from './security.number.ts'
import { factorsHeld, proofsOf, prove } from './security.proof.ts'
import * as queries from './security.queries.ts'
import { mayRemove } from './security.rules.ts'

const factorNames = ['none', 'sms', 'google', 'passkey'] as const
const factorNamed = (name: string | null) => factorNames.find((one) => one === name) ?? 'none'

/** Everything on the holder's page but the sessions, which have a call of their own. */
export async function info(services: SecurityServices, context: Context): Promise<Answer<typeof calls.securityInfo>> {
  const staff = staffOf(context)
  const { database } = context
  const [own, held, keys, recovery, asks, logins] = await Promise.all([
    queries.ownFactors(database, staff.id),
    factorsHeld(database, staff.id),
    passkeys.passkeysOf(database, staff.id),
    passkeys.recoveryOf(database, staff.id),
    factorsOf(database, staff.id),
    queries.recentLogins(database, staff, wallNow()),
  ])
  const entered = logins.entered.map(({ at, ip, factor }) => ({ at, ip, factor: factorNamed(factor) }))
  const failed = logins.failed.map(({ at, ip }) => ({ at, ip, factor: null }))
  return {
    host: services.party.host,
    asks: strongestFactor(asks),
    proofs: proofsOf(held),
    passkeys: keys.map((key) => ({
      passkeyId: key.id,
      name: key.name,
      createdAt: key.created_at.toISOString(),
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
      synced: key.backed_up,
    })),
    authenticatorAt: held.authenticator ? (own.google_bound_at?.toISOString() ?? null) : null,
    recovery: { left: recovery.left, madeAt: recovery.made_at?.toISOString() ?? null },
    phone: shownPhone(own),
    mayChangePhone: await mayChangePhone(services, database, staff),
    mail: await ownMail(services, database, staff.id),
    logins: [...entered, ...failed]
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, 10)
      .map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
  }
}

/** What one of the holder's passkeys signs. */
export const askForProof = ({ party }: SecurityServices, context: Context) =>
  askHolder(party, context, staffOf(context))

/** Uses a proof up for what follows it, with an entry. */
async function proved<T>(
  services: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.passkeyAddAsk>,
  then: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const staff = staffOf(context)
  const settle = await prove(services, context, sent)
  return context.tx(async (tx) => {
    await settle(tx)
    const answer = await then(tx)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: holderProved(staff.username),
      before: null,
      after: null,
    })
    return answer
  })
}

/** What the browser makes a passkey from. @throws Refusal as `prove`, 20000 with as many as there may be */
export function askToAddPasskey(
  services: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.passkeyAddAsk>,
) {
  const { id, username, sessionId } = staffOf(context)
  return proved(services, context, sent, (tx) =>
    askForPasskey(services.party, tx, { id, username }, { kind: 'add', staffId: id, sessionId }),
  )
}

/** @throws Refusal 1000027, 12002 as `newPasskey`; 10027 known already; 20000 too many */
export async function addPasskey(
  { party }: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.passkeyAdd>,
): Promise<Answer<typeof calls.passkeyAdd>> {
  const staff = staffOf(context)
  const of = { kind: 'add', staffId: staff.id, sessionId: staff.sessionId } as const
  const add = await newPasskey(party, context, sent, of)
  return context.tx(async (tx) => ({ passkeyId: await add(tx, staff) }))
}

/** @throws Refusal 10032 */
export const renamePasskey = (context: Context, { passkeyId, name }: Parsed<typeof calls.passkeyRename>) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    const before = await passkeys.ownPasskey(tx, staff.id, passkeyId)
    if (!before) throw new Refusal(10032)
    await passkeys.renamePasskey(tx, staff.id, passkeyId, name)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: passkeyRenamed(staff.username, name),
      before: { passkeyId, name: before.name },
      after: { passkeyId, name },
    })
    return {}
  })

/** @throws Refusal 20000 if a role asks for what would be gone */
async function refuseLast(tx: Transaction, staffId: number, without: 'passkey' | 'authenticator'): Promise<void> {
  await queries.lockFactors(tx, staffId)
  const [held, asks] = [await factorsHeld(tx, staffId), strongestFactor(await factorsOf(tx, staffId))]
  const left = {
    passkeys: held.passkeys - (without === 'passkey' ? 1 : 0),
    authenticator: held.authenticator && without !== 'authenticator',
  }
  if (!mayRemove(asks, left)) throw refuseBecause(20000, without === 'passkey' ? 'passkeyId' : 'code', 'factor.last')
  // Recovery codes stand for a factor: without one they stand for nothing.
  if (left.passkeys === 0 && !left.authenticator) await passkeys.dropRecoveryCodes(tx, staffId)
}

/** Removes a passkey and ends what it opened. @throws Refusal as `prove`, 10032, 20000 */
export async function removePasskey(
  services: SecurityServices,
  context: Context,
  { passkeyId, ...sent }: Parsed<typeof calls.passkeyRemove>,
) {
  const staff = staffOf(context)
  const settle = await prove(services, context, sent)
  return context.tx(async (tx) => {
    await refuseLast(tx, staff.id, 'passkey')
    const before = await passkeys.ownPasskey(tx, staff.id, passkeyId)
    if (!before) throw new Refusal(10032)
    await settle(tx)
    const ended = await passkeys.removePasskey(tx, passkeyId, staff.sessionId)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: passkeyRemoved(staff.username, before.name),
      before: { passkeyId, name: before.name },
      after: { sessionsEnded: ended },
    })
    return {}
  })
}

/** The secret of a new authenticator; nothing changes before a code of it. @throws Refusal as `prove` */
export async function askToBind(
  services: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.authenticatorAsk>,
): Promise<Answer<typeof calls.authenticatorAsk>> {
  const { id, username } = staffOf(context)
  const secret = authenticator.newSecret()
  const challenge = await proved(services, context, sent, (tx) =>
    challenges.open(tx, {
      staffId: id,
      kind: 'bindGoogle',
      secret: sealFactor(services.seals, id, secret),
      network: networkOf(context.ip),
    }),
  )
  return { challenge, ...(await authenticator.bindingOf(username, secret)) }
}

/** Binds it, in place of the old one. @throws Refusal 1000027, 12001, 12002; 10005 and 10008 after too many wrong ones */
export async function bindAuthenticator(
  { params, seals }: SecurityServices,
  context: Context,
  { challenge, macCode }: Parsed<typeof calls.authenticatorBind>,
) {
  const staff = staffOf(context)
  const open = await challenges.findOpen(context.database, challenge, 'bindGoogle')
  if (open?.staff_id !== staff.id || open.secret === null)
    throw refuseBecause(1000027, 'challenge', 'passkey.challenge')
  if (!isCode(macCode)) throw refuseBecause(12001, 'macCode', 'code.digits')
  const sealed = open.secret
  const trusted = await isTrusted(context)
  const { id: tryId } = await beginTry(params, context, staff.username, trusted)
  const step = await authenticator.stepOf(openFactor(seals, staff.id, sealed), macCode)
  if (step === null) {
    await settleFailure(params, context, staff.username, trusted, staff.id)
    throw refuseBecause(12002, 'macCode', 'code.factor')
  }
  await passTry(context, tryId)
  return context.tx(async (tx) => {
    if (!(await challenges.spend(tx, challenge))) throw refuseBecause(1000027, 'challenge', 'passkey.challenge')
    const { authenticator: bound } = await factorsHeld(tx, staff.id)
    await queries.setAuthenticator(tx, staff.id, sealed, step, wallNow())
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: authenticatorBound(staff.username),
      before: { googleBound: bound },
      after: { googleBound: true },
    })
    return {}
  })
}

/** @throws Refusal as `prove`, 20000 */
export async function removeAuthenticator(
  services: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.authenticatorRemove>,
) {
  const staff = staffOf(context)
  const settle = await prove(services, context, sent)
  return context.tx(async (tx) => {
    if (!(await factorsHeld(tx, staff.id)).authenticator) throw refuseBecause(20000, 'code', 'staff.notBound')
    await refuseLast(tx, staff.id, 'authenticator')
    await settle(tx)
    await queries.removeAuthenticator(tx, staff.id)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: authenticatorRemoved(staff.username),
      before: { googleBound: true },
      after: { googleBound: false },
    })
    return {}
  })
}

/** Ten new codes, of which only hashes are kept. @throws Refusal as `prove`, 20000 without a factor that they would stand for */
export async function renewRecovery(
  services: SecurityServices,
  context: Context,
  sent: Parsed<typeof calls.recoveryRenew>,
): Promise<Answer<typeof calls.recoveryRenew>> {
  const staff = staffOf(context)
  const settle = await prove(services, context, sent)
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  return context.tx(async (tx) => {
    await queries.lockFactors(tx, staff.id)
    const held = await factorsHeld(tx, staff.id)
    if (held.passkeys === 0 && !held.authenticator) throw refuseBecause(20000, 'code', 'factor.none')
    await settle(tx)
    const hashes = codes.map((code) => hashRecoveryCode(staff.id, code))
    await passkeys.replaceRecoveryCodes(tx, staff.id, hashes, wallNow())
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: recoveryCodesMade(staff.username),
      before: { left: held.recoveryLeft },
      after: { left: codes.length },
    })
    return { codes }
  })
}

/** Ends every session of the caller but this one. */
export const endOthers = (context: Context) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    const ended = await endOtherSessions(tx, staff.id, staff.sessionId)
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: sessionsEnded(staff.username, ended),
      before: null,
      after: { sessionsEnded: ended },
    })
    return { ended }
  })
