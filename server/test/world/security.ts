// People who look after what they log in with, and what their calls take.
import { createECDH, randomBytes } from 'node:crypto'
import {
  authenticatorAsk,
  authenticatorBind,
  ownMailChange,
  ownMailCode,
  ownPhoneCode,
  passkeyAdd,
  passkeyAsk,
  passkeyProve,
} from '@greenroom/contract/security'
import { pushKey } from '@greenroom/contract/told'
import { generate } from 'otplib'
import { sentMessages } from '../../src/access/access.accounts.fixture.ts'
import { openChallenge } from '../../src/access/passkeys/passkeys.challenges.ts'
import { type SoftPasskey, softPasskey } from '../../src/access/passkeys/passkeys.fixture.ts'
import { askToMake } from '../../src/access/passkeys/passkeys.webauthn.ts'
import { before, day } from '../../src/access/throttle.ts'
import { wallNow } from '../../src/kit/clock.ts'
import { type Letter, letterOwner } from '../../src/notify/notify.letter.ts'
import type { Made } from '../people.ts'
import type { TestProduct } from '../product.ts'
import { aNumber, unique, type World } from './base.ts'
import { aPersonWithPassword, nobody, oldPassword } from './staff.ts'

export type Holder = Made & { keys: SoftPasskey[] }

/** One holder for each call: its payload and its caller are made apart. A worker's next file has another product. */
const holders = new WeakMap<TestProduct, Map<string, Promise<Holder>>>()

export function holderOf(world: World, call: string): Promise<Holder> {
  const ofProduct = holders.get(world.product) ?? new Map<string, Promise<Holder>>()
  holders.set(world.product, ofProduct)
  const made = ofProduct.get(call) ?? aPersonWithPassword(world).then((one) => ({ ...one, keys: [] }))
  ofProduct.set(call, made)
  return made
}

/** What a new passkey of the holder is added with. */
export async function aMadePasskey({ product }: World, holder: Holder) {
  const key = softPasskey()
  const { id: sessionId } = await product.database
    .selectFrom('access.session')
    .select('id')
    .where('staff_id', '=', holder.staffId)
    .executeTakeFirstOrThrow()
  const challenge = await openChallenge(product.database, { kind: 'add', staffId: holder.staffId, sessionId })
  const account = { id: holder.staffId, username: holder.username }
  const asked = await askToMake({ host: 'localhost', origin: null }, challenge, account, [])
  return { key, sent: { challenge, credential: key.make(asked), name: 'Laptop' } }
}

/** A passkey more; the first one is not removed, so that it can prove. */
export async function aPasskey(world: World, holder: Holder): Promise<{ passkeyId: number; key: SoftPasskey }> {
  const { key, sent } = await aMadePasskey(world, holder)
  const { passkeyId } = await holder.client.call(passkeyAdd, sent)
  holder.keys.push(key)
  return { passkeyId, key }
}

/** The holder with a passkey that stays. */
export async function withSpare(world: World, holder: Holder): Promise<Holder> {
  if (holder.keys.length === 0) await aPasskey(world, holder)
  return holder
}

/** A proof by a passkey, or by the password before there is one. */
export async function aProof(holder: Holder) {
  const key = holder.keys[0]
  if (!key) return { password: oldPassword }
  const asked = await holder.client.call(passkeyProve, {})
  return { challenge: asked.challenge, passkey: key.sign(asked) }
}

export async function aPasskeyLogin(world: World) {
  const { key } = await aPasskey(world, await holderOf(world, 'passkeyLogin'))
  const asked = await (await nobody(world)).call(passkeyAsk, {})
  return { challenge: asked.challenge, credential: key.sign(asked) }
}

export async function aCodeToBind(holder: Holder) {
  const { challenge, secret } = await holder.client.call(authenticatorAsk, await aProof(holder))
  return { challenge, macCode: await generate({ secret, epoch: Math.floor(wallNow().getTime() / 1000) }) }
}

/** A proof, by a passkey, of somebody who has an authenticator. */
export async function aBoundProof(world: World) {
  const holder = await holderOf(world, 'authenticatorRemove')
  await withSpare(world, holder)
  await world.product.database
    .updateTable('access.staff')
    .set({ google_step: 0n })
    .where('id', '=', holder.staffId)
    .execute()
  await holder.client.call(authenticatorBind, await aCodeToBind(holder))
  return aProof(holder)
}

/** A browser that subscribed at a push service. */
export async function aBrowser({ client }: Pick<Holder, 'client'>) {
  await client.call(pushKey, {})
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://push.example.com/${unique('browser')}`,
    p256dh: keys.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/** An address to which a code may be sent: those of before count no more. */
export async function aMailToProve({ product }: World) {
  await product.database
    .updateTable('access.mail_code')
    .set({ at: before(wallNow(), 2 * day) })
    .execute()
  return { email: `${unique('mail')}@example.com` }
}

/** The code that the letter to the address holds. */
async function mailCodeTo({ product }: World, email: string): Promise<string> {
  const letters = await product.database
    .selectFrom('notify.message')
    .select(['id', 'sealed'])
    .where('moment', '=', 'mailCode')
    .where('sealed', 'is not', null)
    .execute()
  const opened = letters.map(({ id, sealed }) => JSON.parse(product.seals.open(sealed!, letterOwner(id))) as Letter)
  return opened.find(({ to }) => to === email)!.subject.slice(0, 6)
}

/** An address of one's own, by the code that was sent there. */
export async function aProvedMail(world: World, holder: Holder) {
  const { email } = await aMailToProve(world)
  await holder.client.call(ownMailCode, { email })
  return { email, mailCode: await mailCodeTo(world, email), password: oldPassword }
}

export async function anOwnMail(world: World, holder: Holder) {
  await holder.client.call(ownMailChange, await aProvedMail(world, holder))
  return { password: oldPassword }
}

export async function aNewNumber(world: World) {
  const { client } = await holderOf(world, 'ownPhoneChange')
  const to = { areaCode: '86', phoneNumber: aNumber() }
  await client.call(ownPhoneCode, to)
  const [message] = await sentMessages(world.product, `+86${to.phoneNumber}`)
  return { ...to, smsCode: message!.code, password: oldPassword }
}
