import { login, logout, sessionList, userInfo } from '@greenroom/contract/access'
import {
  authenticatorAsk,
  authenticatorBind,
  authenticatorRemove,
  ownPhoneChange,
  ownPhoneCode,
  passkeyAdd,
  passkeyAddAsk,
  passkeyAsk,
  passkeyLogin,
  passkeyProve,
  passkeyRemove,
  passkeyRename,
  recoveryRenew,
  securityInfo,
  sessionEndOthers,
} from '@greenroom/contract/security'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { wallNow } from '../../kit/clock.ts'
import { anAccount, later, password, sentMessages, withoutCaptcha } from '../access.accounts.fixture.ts'
import { type Faults, type SoftPasskey, softPasskey } from '../passkeys/passkeys.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
  await withoutCaptcha(product)
})
afterAll(() => product.close())
beforeEach(() => later(product, 60 * 25))

let place = 0
const visitor = () => product.as(undefined, `10.24.${++place >> 8}.${place & 255}`)

type Person = { id: number; username: string; client: Client }
type Asks = 'none' | 'sms' | 'google' | 'passkey'

/** Somebody signed in by password; their role then asks for a factor. */
async function person(asks: Asks = 'none'): Promise<Person> {
  const account = await anAccount(product)
  const { token } = await visitor().call(login, { username: account.username, password })
  await rolesAsk(account.id, asks)
  return { ...account, client: product.as(token) }
}
const rolesAsk = (id: number, asks: Asks) =>
  product.database
    .updateTable('access.role as r')
    .from('access.staff_role as sr')
    .set({ second_factor: asks === 'passkey' ? 'google' : asks, needs_passkey: asks === 'passkey' })
    .whereRef('sr.role_id', '=', 'r.id')
    .where('sr.staff_id', '=', id)
    .execute()

async function withPasskey(asks: Asks = 'none'): Promise<Person & { key: SoftPasskey; passkeyId: number }> {
  const one = await person(asks)
  const key = softPasskey()
  const asked = await one.client.call(passkeyAddAsk, { password })
  const { passkeyId } = await one.client.call(passkeyAdd, {
    challenge: asked.challenge,
    credential: key.make(asked),
    name: 'Laptop',
  })
  return { ...one, key, passkeyId }
}
async function proofOf(client: Client, key: SoftPasskey, faults?: Faults) {
  const asked = await client.call(passkeyProve, {})
  return { challenge: asked.challenge, passkey: key.sign(asked, faults) }
}
async function enter(key: SoftPasskey, faults?: Faults) {
  const client = visitor()
  const asked = await client.call(passkeyAsk, {})
  return { challenge: asked.challenge, credential: key.sign(asked, faults) }
}
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(wallNow().getTime() / 1000) })
/** As if long ago: this step's code is valid again. */
const forgetStep = (id: number) =>
  product.database.updateTable('access.staff').set({ google_step: 0n }).where('id', '=', id).execute()
async function withAuthenticator(asks: Asks = 'none') {
  const one = await person(asks)
  const { challenge, secret } = await one.client.call(authenticatorAsk, { password })
  await one.client.call(authenticatorBind, { challenge, macCode: await codeOf(secret) })
  await forgetStep(one.id)
  return { ...one, secret }
}
const operationsOf = async (username: string) =>
  (
    await product.database
      .selectFrom('log.entry')
      .select('operation')
      .where('username', '=', username)
      .orderBy('id')
      .execute()
  ).map(({ operation }) => operation)

describe('a passkey', () => {
  it('is log-in and factor at once, also where the role asks for one', async () => {
    const { key, username, id, client } = await withPasskey('passkey')
    const { token } = await visitor().call(passkeyLogin, await enter(key))
    expect((await product.as(token).call(userInfo, {})).user.username).toBe(username)
    const { factor, passkey_id } = await product.database
      .selectFrom('access.session')
      .select(['factor', 'passkey_id'])
      .where('staff_id', '=', id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect({ factor, passkey_id }).toEqual({ factor: 'passkey', passkey_id: expect.any(Number) })
    expect(await operationsOf(username)).toEqual([
      'session.login',
      'account.prove',
      'account.passkeyAdd',
      'session.login',
    ])
    const page = await client.call(securityInfo, {})
    expect(page).toMatchObject({
      host: 'localhost',
      asks: 'passkey',
      proofs: ['passkey'],
      passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String), synced: false }],
    })
    expect(page.logins.map((one) => one.factor)).toEqual(['passkey', 'none'])
  })

  it('is asked for after the right password, and a wrong password says nothing of it', async () => {
    const { username } = await withPasskey()
    expect(await visitor().call(login, { username, password })).toEqual({ checkPhoneNumber: true, passkey: true })
    expect(await visitor().refused(login, { username, password: 'wrong one' })).toMatchObject({ code: 12005 })
  })

  it('lets in on several pages at once, each with a challenge of its own', async () => {
    const { key } = await withPasskey()
    const [one, other] = [await visitor().call(passkeyAsk, {}), await visitor().call(passkeyAsk, {})]
    for (const asked of [one, other])
      await visitor().call(passkeyLogin, { challenge: asked.challenge, credential: key.sign(asked) })
  })

  const faults: [string, Faults, object][] = [
    ['of another page', { origin: 'https://evil.example' }, { code: 1000027, reason: 'passkey.origin' }],
    ['for another challenge', { challenge: 'x'.repeat(43) }, { code: 1000027, reason: 'passkey.challenge' }],
    ['without its user verified', { verified: false }, { code: 12002, reason: 'passkey.wrong' }],
    ['with a wrong signature', { signature: Buffer.alloc(70, 1) }, { code: 12002, reason: 'passkey.wrong' }],
    ['with a count from before', { counter: 0 }, { code: 12002, reason: 'passkey.copied' }],
    ['for another account', { userHandle: 'AAAA' }, { code: 12002, reason: 'passkey.wrong' }],
    ['made for something else', { type: 'webauthn.create' }, { code: 12002, reason: 'passkey.wrong' }],
  ]
  it(`is refused ${faults.map(([name]) => name).join(', ')}`, async () => {
    const { key, id } = await withPasskey()
    await visitor().call(passkeyLogin, await enter(key))
    for (const [name, fault, refused] of faults)
      expect(await visitor().refused(passkeyLogin, await enter(key, fault)), name).toMatchObject(refused)
    const { sessions } = await product.database
      .selectFrom('access.session')
      .select(({ fn }) => fn.countAll<bigint>().as('sessions'))
      .where('staff_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(sessions)).toBe(2)
  })

  it('is refused again with the same answer, with a challenge of a session, and when the challenge is too old', async () => {
    const { key, client } = await withPasskey()
    const sent = await enter(key)
    await visitor().call(passkeyLogin, sent)
    expect(await visitor().refused(passkeyLogin, sent)).toMatchObject({ code: 1000027, reason: 'passkey.challenge' })
    const { challenge, passkey: credential } = await proofOf(client, key)
    expect(await visitor().refused(passkeyLogin, { challenge, credential })).toMatchObject({
      code: 1000027,
      reason: 'passkey.challenge',
    })
    const old = await enter(key)
    await later(product, 11)
    expect(await visitor().refused(passkeyLogin, old)).toMatchObject({ code: 1000027, reason: 'passkey.challenge' })
  })

  it('is refused once it is removed, which ends what it opened', async () => {
    const { key, client, passkeyId } = await withPasskey()
    const { token } = await visitor().call(passkeyLogin, await enter(key))
    await client.call(passkeyRemove, { passkeyId, ...(await proofOf(client, key)) })
    expect(await product.as(token).refused(userInfo, {})).toMatchObject({ code: 10007 })
    expect((await client.call(securityInfo, {})).proofs).toEqual(['password'])
    expect(await visitor().refused(passkeyLogin, await enter(key))).toMatchObject({
      code: 12005,
      reason: 'passkey.unknown',
    })
  })

  it('opens no account that may not enter', async () => {
    const { key, id } = await withPasskey()
    await product.database.updateTable('access.staff').set({ status: 0 }).where('id', '=', id).execute()
    expect(await visitor().refused(passkeyLogin, await enter(key))).toMatchObject({ code: 12006 })
  })

  it('lets in while wrong passwords have frozen the name', async () => {
    const { key, username } = await withPasskey()
    for (let tries = 0; tries < 11; tries++) await visitor().send(login, { username, password: 'wrong one' })
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 10005 })
    await visitor().call(passkeyLogin, await enter(key))
  })

  it('has a name of its holder, and nobody else’s', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    await mine.client.call(passkeyRename, { passkeyId: mine.passkeyId, name: 'Key ring' })
    expect((await mine.client.call(securityInfo, {})).passkeys).toMatchObject([{ name: 'Key ring' }])
    const { passkeyId } = theirs
    expect(await mine.client.refused(passkeyRename, { passkeyId, name: 'Mine' })).toMatchObject({ code: 10032 })
    const proof = await proofOf(mine.client, mine.key)
    expect(await mine.client.refused(passkeyRemove, { passkeyId, ...proof })).toMatchObject({ code: 10032 })
  })

  it('is added once, with its user verified, under a challenge of the same session', async () => {
    const one = await withPasskey()
    const asked = await one.client.call(passkeyAddAsk, await proofOf(one.client, one.key))
    const { challenge } = asked
    const add = (client: Client, key: SoftPasskey, faults?: Faults) =>
      client.refused(passkeyAdd, { challenge, credential: key.make(asked, faults), name: 'Second' })
    expect(await add((await person()).client, softPasskey())).toMatchObject({
      code: 1000027,
      reason: 'passkey.challenge',
    })
    expect(await add(one.client, softPasskey(), { verified: false })).toMatchObject({
      code: 12002,
      reason: 'passkey.wrong',
    })
    expect(await add(one.client, softPasskey(), { origin: 'https://evil.example' })).toMatchObject({
      code: 1000027,
      reason: 'passkey.origin',
    })
    expect(await add(one.client, one.key)).toMatchObject({ code: 10027, reason: 'passkey.known' })
    await one.client.call(passkeyAdd, { challenge, credential: softPasskey().make(asked), name: 'Second' })
    expect(await add(one.client, softPasskey())).toMatchObject({ code: 1000027, reason: 'passkey.challenge' })
  })

  it('is one of ten at most', async () => {
    const one = await withPasskey()
    for (let count = 2; count <= 10; count++) {
      const asked = await one.client.call(passkeyAddAsk, await proofOf(one.client, one.key))
      const credential = softPasskey().make(asked)
      await one.client.call(passkeyAdd, { challenge: asked.challenge, credential, name: `Key ${count}` })
    }
    expect(await one.client.refused(passkeyAddAsk, await proofOf(one.client, one.key))).toMatchObject({
      code: 20000,
      reason: 'passkey.many',
    })
  })
})

describe('a role', () => {
  it('that asks for a passkey has one made with the right password', async () => {
    const { username, id } = await person('passkey')
    const key = softPasskey()
    const client = visitor()
    const asked = await client.call(login, { username, password })
    expect(asked).toMatchObject({ checkPhoneNumber: true, bindPasskey: true })
    const made = { challenge: asked.challenge!, options: asked.options! }
    const sent = { username, password, challenge: made.challenge, credential: key.make(made), passkeyName: 'Phone' }
    const other = await person('passkey')
    expect(await visitor().refused(login, { ...sent, username: other.username })).toMatchObject({
      code: 1000027,
      reason: 'passkey.challenge',
    })
    await client.call(login, sent)
    const { factor } = await product.database
      .selectFrom('access.session')
      .select('factor')
      .where('staff_id', '=', id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(factor).toBe('passkey')
    expect(await visitor().call(login, sent)).toEqual({ checkPhoneNumber: true, passkey: true })
    await visitor().call(passkeyLogin, await enter(key))
  })

  it('that asks for a passkey asks for the authenticator first, where there is one', async () => {
    const { username, secret } = await withAuthenticator('passkey')
    const client = visitor()
    expect(await client.refused(login, { username, password })).toMatchObject({ code: 290010 })
    expect(await client.refused(login, { username, password, macCode: '000000' })).toMatchObject({ code: 12002 })
    const asked = await client.call(login, { username, password, macCode: await codeOf(secret) })
    expect(asked).toMatchObject({ bindPasskey: true })
    const credential = softPasskey().make({ challenge: asked.challenge!, options: asked.options! })
    expect(await client.call(login, { username, password, challenge: asked.challenge, credential })).toHaveProperty(
      'token',
    )
  })

  it('that asks for any takes a passkey in place of an authenticator, and keeps the last of them', async () => {
    const { username, id } = await person('google')
    const client = visitor()
    expect(await client.call(login, { username, password })).toMatchObject({ bindGoogle: true })
    const asked = await client.call(login, { username, password, passkey: true })
    const key = softPasskey()
    const credential = key.make({ challenge: asked.challenge!, options: asked.options! })
    const { token } = await client.call(login, { username, password, challenge: asked.challenge, credential })
    const own = product.as(token)
    const { passkeys } = await own.call(securityInfo, {})
    const { passkeyId } = passkeys[0]!
    expect(await own.refused(passkeyRemove, { passkeyId, ...(await proofOf(own, key)) })).toMatchObject({
      code: 20000,
      reason: 'factor.last',
    })
    const bind = await own.call(authenticatorAsk, await proofOf(own, key))
    await own.call(authenticatorBind, { challenge: bind.challenge, macCode: await codeOf(bind.secret) })
    await own.call(passkeyRemove, { passkeyId, ...(await proofOf(own, key)) })
    await forgetStep(id)
    expect(await own.refused(authenticatorRemove, { code: await codeOf(bind.secret) })).toMatchObject({
      code: 20000,
      reason: 'factor.last',
    })
  })

  it('ends sessions of a weaker factor once it asks for a passkey', async () => {
    const admin = await product.administrator()
    const { id, client } = await withAuthenticator()
    const { roleInfo, roleUpdate } = await import('@greenroom/contract/systemStaff')
    const { role_id: roleId } = await product.database
      .selectFrom('access.staff_role')
      .select('role_id')
      .where('staff_id', '=', id)
      .executeTakeFirstOrThrow()
    const { role } = await admin.call(roleInfo, { roleId })
    const { roleName, version } = role
    await admin.call(roleUpdate, { roleId, roleName, version, secondFactor: 'passkey' })
    expect((await admin.call(roleInfo, { roleId })).role.secondFactor).toBe('passkey')
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    // A server of 0.1.0 beside it asks for the authenticator.
    const stored = await product.database
      .selectFrom('access.role')
      .select('second_factor')
      .where('id', '=', roleId)
      .executeTakeFirstOrThrow()
    expect(stored.second_factor).toBe('google')
  })
})

describe('the authenticator', () => {
  it('is replaced with the old one, and the new one alone is right then', async () => {
    const { client, secret, id, username } = await withAuthenticator()
    expect(await client.refused(authenticatorAsk, { password })).toMatchObject({ code: 12002, reason: 'proof.factor' })
    expect(await client.refused(authenticatorAsk, { code: '000000' })).toMatchObject({
      code: 12002,
      reason: 'code.factor',
    })
    const { challenge, secret: fresh } = await client.call(authenticatorAsk, { code: await codeOf(secret) })
    expect(await client.refused(authenticatorBind, { challenge, macCode: '12' })).toMatchObject({ code: 12001 })
    expect(await client.refused(authenticatorBind, { challenge, macCode: '000000' })).toMatchObject({ code: 12002 })
    expect(
      await (await person()).client.refused(authenticatorBind, { challenge, macCode: await codeOf(fresh) }),
    ).toMatchObject({ code: 1000027, reason: 'passkey.challenge' })
    await client.call(authenticatorBind, { challenge, macCode: await codeOf(fresh) })
    expect(await client.refused(authenticatorBind, { challenge, macCode: await codeOf(fresh) })).toMatchObject({
      code: 1000027,
    })
    await forgetStep(id)
    expect(await visitor().refused(login, { username, password, macCode: await codeOf(secret) })).toMatchObject({
      code: 12002,
    })
    await visitor().call(login, { username, password, macCode: await codeOf(fresh) })
  })

  it('is removed with its own code, and recovery codes with it', async () => {
    const { client, secret, id, username } = await withAuthenticator()
    await client.call(recoveryRenew, { code: await codeOf(secret) })
    await forgetStep(id)
    await client.call(authenticatorRemove, { code: await codeOf(secret) })
    expect(await client.call(securityInfo, {})).toMatchObject({ authenticatorAt: null, recovery: { left: 0 } })
    expect(await client.refused(authenticatorRemove, { password })).toMatchObject({
      code: 20000,
      reason: 'staff.notBound',
    })
    await visitor().call(login, { username, password })
  })
})

describe('recovery codes', () => {
  it('are ten, shown once, and each stands for the factor once, however it is typed', async () => {
    const { client, secret, username } = await withAuthenticator('google')
    const { codes } = await client.call(recoveryRenew, { code: await codeOf(secret) })
    expect(new Set(codes).size).toBe(10)
    const kept = await product.database.selectFrom('access.recovery_code').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(codes[0])
    const recoveryCode = codes[0]!.replaceAll('-', ' ').toUpperCase()
    await visitor().call(login, { username, password, recoveryCode })
    expect(await visitor().refused(login, { username, password, recoveryCode })).toMatchObject({
      code: 12002,
      reason: 'code.factor',
    })
    expect((await client.call(securityInfo, {})).recovery.left).toBe(9)
    await client.call(recoveryRenew, { code: codes[1]! })
    expect(await client.refused(recoveryRenew, { code: codes[2]! })).toMatchObject({
      code: 12002,
      reason: 'code.factor',
    })
    expect(await operationsOf(username)).toContain('account.recoveryUse')
  })

  it('stand for nobody else, and for nothing without a factor', async () => {
    const [mine, theirs] = [await withAuthenticator(), await withAuthenticator()]
    const { codes } = await theirs.client.call(recoveryRenew, { code: await codeOf(theirs.secret) })
    expect(
      await visitor().refused(login, { username: mine.username, password, recoveryCode: codes[0]! }),
    ).toMatchObject({ code: 12002, reason: 'code.factor' })
    expect(await (await person()).client.refused(recoveryRenew, { password })).toMatchObject({
      code: 20000,
      reason: 'factor.none',
    })
  })

  it('let in once, of two log-ins at the same time', async () => {
    const { client, secret, username } = await withAuthenticator('google')
    const { codes } = await client.call(recoveryRenew, { code: await codeOf(secret) })
    const sent = { username, password, recoveryCode: codes[0]! }
    const answers = await Promise.all([visitor().send(login, sent), visitor().send(login, sent)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

describe('a proof', () => {
  it('is the password only without a factor, and throttled as a log-in', async () => {
    const { client } = await person()
    expect(await client.refused(passkeyAddAsk, {})).toMatchObject({ code: 12005, reason: 'proof.password' })
    for (let tries = 0; tries < 10; tries++)
      expect(await client.refused(passkeyAddAsk, { password: 'wrong one' })).toMatchObject({
        code: 12005,
        reason: 'password.wrong',
      })
    expect(await client.refused(passkeyAddAsk, { password })).toMatchObject({ code: 10005 })
  })

  it('of a passkey is the holder’s, of this session, once', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const proof = await proofOf(mine.client, mine.key)
    expect(await theirs.client.refused(recoveryRenew, proof)).toMatchObject({
      code: 1000027,
      reason: 'passkey.challenge',
    })
    const asked = await mine.client.call(passkeyProve, {})
    const foreign = { challenge: asked.challenge, passkey: theirs.key.sign(asked) }
    expect(await mine.client.refused(recoveryRenew, foreign)).toMatchObject({ code: 12005, reason: 'passkey.unknown' })
    await mine.client.call(recoveryRenew, proof)
    expect(await mine.client.refused(recoveryRenew, proof)).toMatchObject({
      code: 1000027,
      reason: 'passkey.challenge',
    })
  })
})

describe('the number', () => {
  it('is changed by a code sent to the new one and a proof', async () => {
    const { client, id, username } = await person()
    const to = { areaCode: '86', phoneNumber: '13812340024' }
    await client.call(ownPhoneCode, to)
    const smsCode = (await sentMessages(product, '+8613812340024')).at(-1)!.code
    expect(await client.refused(ownPhoneChange, { ...to, smsCode, password: 'wrong one' })).toMatchObject({
      code: 12005,
      reason: 'password.wrong',
    })
    expect(await client.refused(ownPhoneChange, { ...to, smsCode: '12', password })).toMatchObject({
      code: 12001,
      reason: 'code.digits',
    })
    expect(
      await client.refused(ownPhoneChange, { ...to, phoneNumber: '13812340025', smsCode, password }),
    ).toMatchObject({ code: 12002, reason: 'code.wrong' })
    await client.call(ownPhoneChange, { ...to, smsCode, password })
    expect((await client.call(securityInfo, {})).phone).toBe('+86 138****0024')
    expect(await client.refused(ownPhoneChange, { ...to, smsCode, password })).toMatchObject({ code: 12002 })
    expect(await client.refused(ownPhoneCode, { areaCode: '86', phoneNumber: '' })).toMatchObject({
      code: 30010,
      reason: 'phone.needed',
    })
    expect(await client.refused(ownPhoneCode, { areaCode: '86', phoneNumber: '12' })).toMatchObject({
      code: 30022,
      reason: 'staff.phone',
    })
    expect(await operationsOf(username)).toContain('account.phone')
    const stored = await product.database
      .selectFrom('access.staff')
      .select('phone_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.phone_by).toBeNull()
  })

  it('is not set by who has a right that counts, where the code is only written to a file', async () => {
    const client = await product.administrator()
    const to = { areaCode: '86', phoneNumber: '13812340026' }
    expect((await client.call(securityInfo, {})).mayChangePhone).toBe('unproven')
    const refusal = { code: 10026, reason: 'phone.unproven' }
    expect(await client.refused(ownPhoneCode, to)).toMatchObject(refusal)
    expect(await client.refused(ownPhoneChange, { ...to, smsCode: '123456', password })).toMatchObject(refusal)
  })
})

describe('sessions', () => {
  it('elsewhere end at once, and this one goes on', async () => {
    const { client, username } = await person()
    const { token } = await visitor().call(login, { username, password })
    expect(await client.call(sessionEndOthers, {})).toEqual({ ended: 1 })
    expect(await product.as(token).refused(logout, {})).toMatchObject({ code: 10007 })
    expect((await client.call(sessionList, {})).sessions).toHaveLength(1)
  })
})
