// Logging in with the identity provider, against a real one: what it is believed, and what not.
import { demo, login, userInfo } from '@greenroom/contract/access'
import {
  providerBegin,
  providerInfo,
  providerLink,
  providerLinkBegin,
  providerLogin,
  providerMap,
  providerOwn,
  providerSave,
  providerTest,
  providerUnlink,
  providerUnmap,
} from '@greenroom/contract/provider'
import { approvalDecide } from '@greenroom/contract/system'
import { roleDelete, roleSave, roleUpdate, staffDelete, staffStatus } from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParam } from '../../../test/params.ts'
import { staffAccount } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import {
  enter,
  type IdentityProvider,
  somewhere,
  startProvider,
  visit,
} from '../../../test/provider/identityProvider.ts'

let provider: IdentityProvider
let product: TestProduct
let admin: Client
let other: Client
let plain: number
let strong: number
const reason = 'because'

const menuId = async (key: string) => {
  const { id } = await product.database
    .selectFrom('access.menu')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return id
}

const approve = async (approvalId: string | undefined, by: Client = other) =>
  (await by.call(approvalDecide, { ids: [approvalId!], decision: 'approve' })).outcomes[0]!

beforeAll(async () => {
  provider = await startProvider()
  product = await startProduct(provider.settings, { servers: 2 })
  provider.tell(product)
  admin = await product.administrator()
  other = await product.second()
  await setParam(product, 'login_tries_per_minute', 10_000)
  await setParam(product, 'provider_makes_accounts', true)
  plain = (await admin.call(roleSave, { roleName: 'Viewers', menuIds: [await menuId('live.users')] })).roleId
  strong = (await admin.call(roleSave, { roleName: 'Payers', menuIds: [await menuId('finance.payout')] })).roleId
  await admin.call(providerMap, { group: 'viewers', roleId: plain })
  const { approvalId } = await admin.call(providerMap, { group: 'payers', roleId: strong })
  await approve(approvalId)
})
afterAll(async () => {
  await product.close()
  await provider.close()
})

it('whose settings come from the environment is not set by staff', async () => {
  const sent = {
    issuer: provider.issuer,
    name: 'Other',
    clientId: 'greenroom',
    clientSecret: 'secret-of-tests',
    reason,
  }
  expect(await admin.refused(providerSave, sent)).toMatchObject({ code: 20000, reason: 'provider.environment' })
})

it('that does not answer lets nobody in, and says so', async () => {
  const alone = await startProduct({ ...provider.settings, OIDC_ISSUER: 'http://127.0.0.1:1' })
  expect(await alone.as(undefined).refused(providerBegin, {})).toMatchObject({ reason: 'provider.away' })
  await alone.close()
})

/** The account behind a log-in that held. */
async function signedIn(subject: string) {
  const answer = await enter(product, subject)
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  const client = product.as(answer.result.token)
  return { client, token: answer.result.token, user: (await client.call(userInfo, {})).user }
}

let made = 0
/** Somebody whom only the provider knows. */
async function somebody(groups: readonly string[], amr?: string[]) {
  const subject = `person-${++made}`
  await provider.person(subject, { preferred_username: `Person ${made}`, groups }, amr)
  return subject
}

const refusedAt = async (subject: string) => {
  const answer = await enter(product, subject)
  if (answer.code === 200) throw new Error('let in')
  return { code: answer.errorCode, reason: answer.detail?.[0]?.reason, params: answer.detail?.[0]?.params }
}

/** A session of an account with a password, opened with a second factor or without. */
async function withPassword(factor: 'google' | 'none', roleIds: number[] = [plain]) {
  const username = `local.${++made}`
  const { userId } = await staffAccount(product, { username, password: 'Right-p4ss', roleIds })
  const client = await product.login(username, 'Right-p4ss')
  await sql`update access.session set factor = ${factor} where staff_id = ${userId}`.execute(product.database)
  return { userId, username, client }
}

const rolesOf = (userId: number) =>
  product.database
    .selectFrom('access.staff_role')
    .select(['role_id', 'by_provider'])
    .where('staff_id', '=', userId)
    .orderBy('role_id')
    .execute()

const sessionsOf = async (userId: number) =>
  (await product.database.selectFrom('access.session').selectAll().where('staff_id', '=', userId).execute()).length

describe('who is let in', () => {
  it('an account is made at the first log-in, with the roles of its groups, and found again by its subject', async () => {
    await provider.person('anna', { preferred_username: 'Anna', groups: ['viewers', 'payers', 'nobody knows'] })
    const { user } = await signedIn('anna')
    expect(user.permissions).toEqual({ 'live.users': 3, 'finance.payout': 3 })
    await provider.person('anna', { preferred_username: 'Renamed', groups: ['viewers'] })
    const again = await signedIn('anna')
    expect(again.user).toMatchObject({ userId: user.userId, username: 'Anna', permissions: { 'live.users': 3 } })
  })

  it('the log-in page learns that there is a button', async () => {
    expect(await somewhere(product).call(demo, {})).toMatchObject({ provider: 'Company' })
  })

  it('a session lasts twelve hours, and using it makes it no longer', async () => {
    const { user, client } = await signedIn(await somebody(['viewers']))
    const of = () =>
      product.database
        .selectFrom('access.session')
        .select(['created_at', 'expires_at', 'last_used_at'])
        .where('staff_id', '=', user.userId)
        .executeTakeFirstOrThrow()
    await sql`update access.session set last_used_at = last_used_at - interval '2 hours' where staff_id = ${user.userId}`.execute(
      product.database,
    )
    const before = await of()
    await client.call(userInfo, {})
    const after = await of()
    expect(after.last_used_at.getTime()).toBeGreaterThan(before.last_used_at.getTime())
    expect(after.expires_at.getTime() - after.created_at.getTime()).toBe(12 * 3_600_000)
  })

  it('a name that is taken gets a number: names say nothing about who somebody is', async () => {
    await provider.person('impostor', { preferred_username: 'ADMIN', groups: ['viewers'] })
    const { user } = await signedIn('impostor')
    expect(user.username).not.toMatch(/^admin$/i)
    expect(user.permissions).toEqual({ 'live.users': 3 })
  })

  it.each<[string, readonly string[]]>([
    ['no group that gives a role', ['nobody knows']],
    [
      'groups whose names resemble one',
      ['Payers', 'payers ', 'рayers', 'payers\u200b', 'PAYERS', 'payer', 'payers,viewers'],
    ],
    ['no groups', []],
  ])('nobody new with %s', async (_, groups) => {
    expect(await refusedAt(await somebody(groups))).toMatchObject({ code: 10026, reason: 'provider.noGroup' })
  })

  it('nobody new where only linked accounts log in', async () => {
    await setParam(product, 'provider_makes_accounts', false)
    expect(await refusedAt(await somebody(['viewers']))).toMatchObject({ code: 10026, reason: 'provider.unknown' })
    await setParam(product, 'provider_makes_accounts', true)
  })

  it('no disabled account, and a deleted one is not made again', async () => {
    const subject = await somebody(['viewers'])
    const { user } = await signedIn(subject)
    await admin.call(staffStatus, { ids: [user.userId], status: 0, reason })
    expect(await refusedAt(subject)).toMatchObject({ code: 12006 })
    await admin.call(staffDelete, { ids: [user.userId], reason })
    expect(await refusedAt(subject)).toMatchObject({ code: 10026, reason: 'provider.deleted' })
  })

  it('a role that asks for a second factor wants the provider to say that it asked, or staff to say that it always does', async () => {
    const guarded = {
      roleName: `Guarded ${++made}`,
      menuIds: [await menuId('live.users')],
      secondFactor: 'google' as const,
    }
    const { roleId } = await admin.call(roleSave, guarded)
    await admin.call(providerMap, { group: 'guarded', roleId })
    const subject = await somebody(['guarded'], ['pwd'])
    expect(await refusedAt(subject)).toMatchObject({ code: 1000027, reason: 'provider.factor' })
    await setParam(product, 'provider_asks_factor', true)
    await signedIn(subject)
    await setParam(product, 'provider_asks_factor', false)
    expect(await refusedAt(subject)).toMatchObject({ reason: 'provider.factor' })
    await provider.person(subject, { groups: ['guarded'] }, ['pwd', 'otp'])
    await signedIn(subject)
  })
})

describe('what is not believed', () => {
  const seconds = Math.floor(Date.now() / 1_000)
  it.each<[string, Parameters<IdentityProvider['forge']>[0]]>([
    ['for another client', { claims: { aud: 'other' } }],
    ['for several clients, by another', { claims: { aud: ['greenroom', 'other'], azp: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://login.example' } }],
    ['with another nonce', { claims: { nonce: 'swapped' } }],
    ['without its nonce', { claims: { nonce: null } }],
    ['that another key signed', { key: 'other' }],
    ['that nobody signed', { key: 'none' }],
    ['that is over', { claims: { iat: seconds - 7_200, exp: seconds - 3_600 } }],
    ['of the day after', { claims: { iat: seconds + 86_400, exp: seconds + 90_000 } }],
  ])('a token %s', async (_, forge) => {
    const subject = await somebody(['payers'])
    await provider.forge(forge)
    const refused = await refusedAt(subject)
    await provider.forge(null)
    expect(refused.code).toBe(1000027)
    expect(['provider.answer', 'provider.clock']).toContain(refused.reason)
    await signedIn(subject)
  })

  it.each([-7_200, 7_200])('a clock that is %d s off', async (off) => {
    const subject = await somebody(['viewers'])
    await provider.clock(off)
    expect(await refusedAt(subject)).toMatchObject({ code: 1000027, reason: 'provider.clock' })
    await provider.clock(0)
  })

  it('keys that it changed a moment ago are its keys', async () => {
    const subject = await somebody(['viewers'])
    await signedIn(subject)
    await provider.rotate()
    await signedIn(subject)
  })

  it('a round is used once: neither its state nor its code comes back', async () => {
    const page = somewhere(product)
    const subject = await somebody(['viewers'])
    const { url, browser } = await page.call(providerBegin, {})
    const query = await visit(url, subject)
    await page.call(providerLogin, { query, browser })
    const flow = { code: 1000027, fields: ['query'], reason: 'provider.flow' }
    expect(await page.refused(providerLogin, { query, browser })).toEqual(flow)
    // The code of the used round under the state of another one.
    const next = await page.call(providerBegin, {})
    const fresh = new URLSearchParams(await visit(next.url, subject))
    fresh.set('code', new URLSearchParams(query).get('code')!)
    const answer = await page.refused(providerLogin, { query: fresh.toString(), browser: next.browser })
    expect(answer).toMatchObject({ code: 1000027, reason: 'provider.answer' })
  })

  it('a round belongs to the browser that began it, also where two ran side by side', async () => {
    const page = somewhere(product)
    const [one, two] = [await page.call(providerBegin, {}), await page.call(providerBegin, {})]
    const query = await visit(one.url, await somebody(['viewers']))
    const flow = { code: 1000027, reason: 'provider.flow' }
    expect(await page.refused(providerLogin, { query, browser: two.browser })).toMatchObject(flow)
    expect(await page.refused(providerLogin, { query, browser: 'guessed' })).toMatchObject(flow)
    await page.call(providerLogin, { query, browser: one.browser })
  })

  it('a code is worth nothing without the proof key of its round', async () => {
    const page = somewhere(product)
    const [one, two] = [await page.call(providerBegin, {}), await page.call(providerBegin, {})]
    expect(new URL(one.url).searchParams.get('code_challenge_method')).toBe('S256')
    const [theirs, own] = [
      await visit(one.url, await somebody(['payers'])),
      await visit(two.url, await somebody(['viewers'])),
    ]
    const query = new URLSearchParams(own)
    query.set('code', new URLSearchParams(theirs).get('code')!)
    const answer = await page.refused(providerLogin, { query: query.toString(), browser: two.browser })
    expect(answer).toMatchObject({ code: 1000027, reason: 'provider.answer' })
    // The provider itself insists on one.
    const bare = new URL((await page.call(providerBegin, {})).url)
    bare.searchParams.delete('code_challenge')
    bare.searchParams.delete('code_challenge_method')
    expect(new URLSearchParams(await visit(bare.href, 'anna')).get('error')).toBe('invalid_request')
  })

  it.each([
    ['from another issuer', 'https://login.example'],
    ['from nobody', null],
  ])('an answer %s', async (_, issuer) => {
    const page = somewhere(product)
    const { url, browser } = await page.call(providerBegin, {})
    const query = new URLSearchParams(await visit(url, await somebody(['viewers'])))
    if (issuer === null) query.delete('iss')
    else query.set('iss', issuer)
    const answer = await page.refused(providerLogin, { query: query.toString(), browser })
    expect(answer).toMatchObject({ code: 1000027, reason: 'provider.answer' })
  })

  it('somebody whom the provider no longer knows', async () => {
    const subject = await somebody(['viewers'])
    await signedIn(subject)
    const page = somewhere(product)
    const { url, browser } = await page.call(providerBegin, {})
    const query = await visit(url, subject)
    await provider.remove(subject)
    expect(await page.refused(providerLogin, { query, browser })).toMatchObject({
      code: 1000027,
      reason: 'provider.answer',
    })
  })

  it('a refusal of the provider says why', async () => {
    const page = somewhere(product)
    const { url, browser } = await page.call(providerBegin, {})
    const state = new URL(url).searchParams.get('state')!
    const query = new URLSearchParams({ state, iss: provider.issuer, error: 'access_denied' }).toString()
    expect(await page.refused(providerLogin, { query, browser })).toMatchObject({
      code: 1000027,
      reason: 'provider.denied',
    })
  })
})

describe('what groups give', () => {
  it('goes with the group at the next log-in, and with the mapping at once; what staff gave stays', async () => {
    const subject = await somebody(['payers', 'viewers'])
    const { user, client } = await signedIn(subject)
    const { mappings } = await admin.call(providerInfo, {})
    const { mappingId } = mappings.find(({ group }) => group === 'viewers')!
    await admin.call(providerUnmap, { mappingId, reason })
    expect(await rolesOf(user.userId)).toEqual([{ role_id: strong, by_provider: true }])
    expect((await client.call(userInfo, {})).user.permissions).toEqual({ 'finance.payout': 3 })
    expect(await admin.refused(providerUnmap, { mappingId, reason })).toMatchObject({ code: 10032 })
    await admin.call(providerMap, { group: 'viewers', roleId: plain })
    await provider.person(subject, { groups: ['viewers'] })
    expect((await signedIn(subject)).user.permissions).toEqual({ 'live.users': 3 })
  })

  it('does not count in a session that a password opened', async () => {
    const { userId, username, client } = await withPassword('google')
    const subject = await somebody(['payers'])
    const { url, browser } = await client.call(providerLinkBegin, {})
    await client.call(providerLink, { query: await visit(url, subject), browser })
    const by = await signedIn(subject)
    expect(by.user).toMatchObject({ userId, permissions: { 'live.users': 3, 'finance.payout': 3 } })
    const local = await product.login(username, 'Right-p4ss')
    expect((await local.call(userInfo, {})).user.permissions).toEqual({ 'live.users': 3 })
  })

  it('a right that counts ends every credential that another account knows', async () => {
    const { userId, username, client } = await withPassword('google')
    const subject = await somebody(['payers'])
    const { url, browser } = await client.call(providerLinkBegin, {})
    await client.call(providerLink, { query: await visit(url, subject), browser })
    await sql`update access.staff set password_by = 1, phone_by = 1, area_code = '86', phone = '13800001111' where id = ${userId}`.execute(
      product.database,
    )
    await signedIn(subject)
    expect(await somewhere(product).refused(login, { username, password: 'Right-p4ss' })).toMatchObject({
      code: 12005,
    })
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    const row = await product.database
      .selectFrom('access.staff')
      .select(['phone', 'password_by', 'phone_by'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ phone: '', password_by: null, phone_by: null })
  })
})

describe('linked accounts', () => {
  it('only its holder links one, with a second factor, and each person has one account', async () => {
    const [guarded, loose] = [await withPassword('google'), await withPassword('none')]
    expect(await loose.client.refused(providerLinkBegin, {})).toMatchObject({
      code: 20000,
      reason: 'provider.needsFactor',
    })
    expect(await loose.client.call(providerOwn, {})).toEqual({ name: 'Company', linked: null, can: 'factor' })
    const subject = await somebody([])
    const { url, browser } = await guarded.client.call(providerLinkBegin, {})
    const query = await visit(url, subject)
    // Neither a log-in nor another session ends it.
    const flow = { code: 1000027, reason: 'provider.flow' }
    expect(await somewhere(product).refused(providerLogin, { query, browser })).toMatchObject(flow)
    const begun = await guarded.client.call(providerLinkBegin, {})
    await guarded.client.call(providerLink, { query: await visit(begun.url, subject), browser: begun.browser })
    expect(await guarded.client.call(providerOwn, {})).toMatchObject({ linked: { subject }, can: true })
    expect((await signedIn(subject)).user.userId).toBe(guarded.userId)

    const again = await guarded.client.call(providerLinkBegin, {})
    const more = { query: await visit(again.url, await somebody([])), browser: again.browser }
    expect(await guarded.client.refused(providerLink, more)).toMatchObject({ code: 20000, reason: 'provider.linked' })
    const third = await withPassword('google')
    const theirs = await third.client.call(providerLinkBegin, {})
    const taken = { query: await visit(theirs.url, subject), browser: theirs.browser }
    expect(await third.client.refused(providerLink, taken)).toMatchObject({ code: 20000, reason: 'provider.taken' })
  })

  it('another session, or another account, does not end a link that was begun', async () => {
    const [one, two] = [await withPassword('google'), await withPassword('google')]
    const { url, browser } = await one.client.call(providerLinkBegin, {})
    const query = await visit(url, await somebody([]))
    expect(await two.client.refused(providerLink, { query, browser })).toMatchObject({ reason: 'provider.flow' })
  })

  it('is unlinked with a password and a factor; its groups and the sessions from the provider end with it', async () => {
    const { client, userId } = await withPassword('google')
    const subject = await somebody(['viewers', 'payers'])
    const { url, browser } = await client.call(providerLinkBegin, {})
    await client.call(providerLink, { query: await visit(url, subject), browser })
    const by = await signedIn(subject)
    expect(await by.client.refused(providerUnlink, {})).toMatchObject({ code: 20000, reason: 'provider.needsFactor' })
    const { username } = by.user
    const own = await product.login(username, 'Right-p4ss')
    await sql`update access.session set factor = 'google' where staff_id = ${userId} and provider_issuer is null`.execute(
      product.database,
    )
    await own.call(providerUnlink, {})
    expect(await rolesOf(userId)).toEqual([{ role_id: plain, by_provider: false }])
    expect(await by.client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    expect(await own.refused(providerUnlink, {})).toMatchObject({ code: 10032, reason: 'provider.notLinked' })
  })

  it('can be without a password; the built-in account always has one and is never linked', async () => {
    const { client, username } = await withPassword('google')
    const { url, browser } = await client.call(providerLinkBegin, {})
    await client.call(providerLink, { query: await visit(url, await somebody([])), browser })
    await setParam(product, 'provider_forbids_passwords', true)
    const refused = { code: 10026, reason: 'login.provider' }
    expect(await somewhere(product).refused(login, { username, password: 'Right-p4ss' })).toMatchObject(refused)
    await product.administrator()
    await setParam(product, 'provider_forbids_passwords', false)
    expect(await admin.refused(providerLinkBegin, {})).toMatchObject({ code: 20000, reason: 'provider.builtIn' })
  })
})

describe('log-outs that the provider tells of', () => {
  const post = async (token: string) => {
    const payload = new URLSearchParams({ logout_token: token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await product.app.inject({ method: 'POST', url: '/provider/logout', payload, headers })).statusCode
  }
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const now = () => Math.floor(Date.now() / 1_000)
  const claimsOf = (subject: string, more: object = {}) => ({
    iss: provider.issuer,
    aud: 'greenroom',
    sub: subject,
    iat: now(),
    exp: now() + 120,
    jti: `jti-${++made}`,
    events,
    ...more,
  })
  const typ = { typ: 'logout+jwt' }

  it('end the sessions that it opened, once: a token that comes again ends nothing', async () => {
    const subject = await somebody(['viewers'])
    const { client, user } = await signedIn(subject)
    await provider.logout(subject, undefined)
    const { token, status } = provider.told.at(-1)!
    expect(status).toBe(200)
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    await signedIn(subject)
    expect(await post(token)).toBe(400)
    expect(await sessionsOf(user.userId)).toBe(1)
  })

  it('end one session of the provider where they name it', async () => {
    const subject = await somebody(['viewers'])
    const [one, two] = [await signedIn(subject), await signedIn(subject)]
    const { provider_sid: sid } = await product.database
      .selectFrom('access.session')
      .select('provider_sid')
      .where('staff_id', '=', one.user.userId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(sid).not.toBeNull()
    await provider.logout(subject, sid!)
    expect(await one.client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    await two.client.call(userInfo, {})
  })

  it.each<[string, (subject: string) => Promise<string>]>([
    ['without a signature', async (subject) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claimsOf(subject)))}.`],
    ['for another client', (subject) => provider.sign(claimsOf(subject, { aud: 'other' }), typ)],
    ['of another issuer', (subject) => provider.sign(claimsOf(subject, { iss: 'https://login.example' }), typ)],
    ['without the event', (subject) => provider.sign(claimsOf(subject, { events: {} }), typ)],
    ['with a nonce, as a token of a log-in', (subject) => provider.sign(claimsOf(subject, { nonce: 'n' }), typ)],
    ['without a number', (subject) => provider.sign(claimsOf(subject, { jti: undefined }), typ)],
    ['that is old', (subject) => provider.sign(claimsOf(subject, { iat: now() - 7_200, exp: now() - 7_000 }), typ)],
    ['about nobody', (subject) => provider.sign(claimsOf(subject, { sub: undefined }), typ)],
    ['that is not one', async () => 'x.y.z'],
    [
      'whose claims were changed',
      async (subject) => {
        const [head, , mac] = (await provider.sign(claimsOf('nobody'), typ)).split('.')
        return `${head}.${btoa(JSON.stringify(claimsOf(subject))).replaceAll('=', '')}.${mac}`
      },
    ],
  ])('%s end nothing', async (_, forge) => {
    const subject = await somebody(['viewers'])
    const { client } = await signedIn(subject)
    expect(await post(await forge(subject))).toBe(400)
    await client.call(userInfo, {})
    expect(await post(await provider.sign(claimsOf(subject), typ))).toBe(200)
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
  })
})

describe('a mapping', () => {
  const aRole = async (key: string) =>
    (await admin.call(roleSave, { roleName: `role ${++made}`, menuIds: [await menuId(key)] })).roleId
  const aGroup = () => `group-${++made}`

  it('to a right that counts waits for a second account, also where its maker is in the group', async () => {
    const [group, roleId] = [aGroup(), await aRole('finance.payout')]
    const subject = await somebody([group, 'viewers'])
    const { approvalId } = await admin.call(providerMap, { group, roleId })
    expect((await signedIn(subject)).user.permissions).toEqual({ 'live.users': 3 })
    expect(await approve(approvalId, admin)).toMatchObject({
      ok: false,
      errorCode: 10026,
      reason: 'approval.yourself',
    })
    expect(await approve(approvalId)).toMatchObject({ ok: true })
    expect((await signedIn(subject)).user.permissions).toEqual({ 'live.users': 3, 'finance.payout': 3 })
  })

  it('is asked once at a time, and made once', async () => {
    const [group, roleId] = [aGroup(), await aRole('finance.payout')]
    const { approvalId } = await admin.call(providerMap, { group, roleId })
    expect(await admin.refused(providerMap, { group, roleId })).toMatchObject({ code: 20000, reason: 'approval.waits' })
    await approve(approvalId)
    expect(await admin.refused(providerMap, { group, roleId })).toMatchObject({
      code: 10027,
      reason: 'provider.mapped',
    })
    const more = await aRole('live.users')
    await admin.call(providerMap, { group, roleId: more })
    expect(await admin.refused(providerMap, { group: group.toUpperCase(), roleId: more })).toMatchObject({
      code: 10027,
      reason: 'provider.resembles',
    })
  })

  it('that was asked for fails if the role gives more by then', async () => {
    const [group, roleId] = [aGroup(), await aRole('finance.payout')]
    const { approvalId } = await admin.call(providerMap, { group, roleId })
    const roleName = `stronger ${++made}`
    const menuIds = [await menuId('finance.payout'), await menuId('finance.withdraw')]
    const strengthened = await admin.call(roleUpdate, { roleId, roleName, menuIds })
    expect(strengthened.approvalId).toBeDefined()
    await approve(strengthened.approvalId)
    expect(await approve(approvalId)).toMatchObject({
      ok: false,
      errorCode: 20000,
      reason: 'approval.notApplied',
    })
  })

  it('of a role without a right that counts makes every strengthening of that role wait', async () => {
    const [group, roleId] = [aGroup(), await aRole('live.users')]
    expect(await admin.call(providerMap, { group, roleId })).toMatchObject({ mappingId: expect.any(Number) })
    const roleName = `stronger ${++made}`
    const { approvalId } = await admin.call(roleUpdate, { roleId, roleName, menuIds: [await menuId('finance.payout')] })
    expect(approvalId).toBeDefined()
    expect((await signedIn(await somebody([group]))).user.permissions).toEqual({ 'live.users': 3 })
  })

  it('keeps its role from deletion', async () => {
    const [group, roleId] = [aGroup(), await aRole('live.users')]
    await admin.call(providerMap, { group, roleId })
    expect(await admin.refused(roleDelete, { roleIds: [roleId], remark: reason })).toMatchObject({
      code: 10009,
      reason: 'role.mapped',
    })
  })

  it('of a role that is gone when it is approved fails', async () => {
    const [group, roleId] = [aGroup(), await aRole('finance.payout')]
    const { approvalId } = await admin.call(providerMap, { group, roleId })
    await admin.call(roleDelete, { roleIds: [roleId], remark: reason })
    expect(await approve(approvalId)).toMatchObject({ ok: false })
  })

  it('gives no role of guilds and agents, none that is unknown, and nothing above its maker', async () => {
    expect(await admin.refused(providerMap, { group: aGroup(), roleId: 1_000_000 })).toMatchObject({ code: 10032 })
    const agents = await product.database
      .selectFrom('access.role')
      .select('id')
      .where('name', '=', 'Guild leader')
      .executeTakeFirstOrThrow()
    expect(await admin.refused(providerMap, { group: aGroup(), roleId: agents.id })).toMatchObject({
      code: 10009,
      reason: 'staff.rolesOfAgencies',
    })
    const small = await withPassword('none', [await aRole('system.provider')])
    expect(await small.client.refused(providerMap, { group: aGroup(), roleId: strong })).toMatchObject({
      code: 10026,
      reason: 'staff.rolesAbove',
    })
    expect(await small.client.refused(providerMap, { group: aGroup(), roleId: 1 })).toMatchObject({
      code: 10026,
      reason: 'staff.roleGiven',
    })
  })
})

it('the screen shows the provider, and a test says what is wrong', async () => {
  expect(await admin.call(providerTest, {})).toMatchObject({ problem: null })
  const info = await admin.call(providerInfo, {})
  expect(info).toMatchObject({
    provider: { setBy: 'environment', issuer: provider.issuer, hasSecret: true },
    check: { problem: null },
    lastLogin: { username: expect.any(String) },
  })
})
