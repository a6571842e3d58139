import { login, userInfo } from '@greenroom/contract/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { databaseAt } from '../../../test/server.ts'
import { buildProduct } from '../../app/index.ts'
import { readConfig } from '../../config.ts'
import { anAccount, later, password, withoutCaptcha } from '../access.accounts.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
  await withoutCaptcha(product)
})
afterAll(() => product.close())
/** Isolates the tries of one test from the next. */
beforeEach(() => later(product, 60))

let place = 0
/** A client with its own IP address. */
const visitor = () => product.as(undefined, `10.9.${++place >> 8}.${place & 255}`)
const entries = (operation: string, username: string) =>
  product.database
    .selectFrom('log.readable')
    .selectAll()
    .where('operation', '=', operation)
    .where('username', '=', username)
    .orderBy('id')
    .execute()

describe('with the right password', () => {
  it('trims the name, ignores its case, and writes a log entry', async () => {
    const { id, username } = await anAccount(product)
    const answer = await visitor().call(login, { username: `  ${username.toUpperCase()} `, password })
    expect(answer).toMatchObject({ checkPhoneNumber: false, landingPageKey: '', fileUrl: '/files/' })
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect((await product.as(answer.token).call(userInfo, {})).user.userId).toBe(id)
    const [entry] = await entries('session.login', username)
    expect(entry).toMatchObject({ staff_id: id, target: `staff ${id}` })
  })

  it('stores no token', async () => {
    const { username } = await anAccount(product)
    const { token } = await visitor().call(login, { username, password })
    const rows = await product.database.selectFrom('access.session').selectAll().execute()
    expect(rows.some((row) => JSON.stringify(row).includes(token!))).toBe(false)
  })

  it.each([
    [{ status: 0 }, 12006],
    [{ status: 2 }, 10005],
    [{ status: 3 }, 30006],
  ])('refuses an account with %o: %i', async (made, code) => {
    const { username } = await anAccount(product, made)
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code })
  })

  it.each([
    ['under review', 30006, false],
    ['rejected', 12006, true],
    ['dissolved', 30003, true],
    ['banned', 30004, true],
  ] as const)(
    'refuses the account of a guild that is %s: %i, with the reason given: %s',
    async (state, code, tells) => {
      const { database } = product
      const user = 5_000 + code
      const reason = 'papers are missing'
      await database
        .insertInto('users.app_user')
        .values({ id: BigInt(user), nickname: 'Leader', created_at: new Date() })
        .execute()
      const guild = await database
        .insertInto('guilds.guild')
        .values({
          name: `Guild ${code}`,
          leader_user_id: BigInt(user),
          leader_name: 'L',
          leader_email: 'l@example.com',
          area_code: '86',
          phone: String(13_800_000_000 + code),
          state,
          state_reason: reason,
          registered_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { username } = await anAccount(product, { unionId: guild.id, status: state === 'banned' ? 1 : 0 })
      const refused = await visitor().send(login, { username, password })
      expect(refused).toMatchObject({
        errorCode: code,
        ...(tells && { detail: [{ field: 'username', reason: 'login.guild', params: { reason } }] }),
      })
      expect(JSON.stringify(refused).includes(reason)).toBe(tells)
      const stranger = await visitor().send(login, { username, password: 'wrong' })
      expect(stranger).toMatchObject({ errorCode: 12005 })
      expect(JSON.stringify(stranger)).not.toContain(reason)
    },
  )

  it('does not count refusals by account state as failures', async () => {
    const { username } = await anAccount(product, { status: 0 })
    for (let i = 0; i < 11; i++)
      expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 12006 })
  })
})

describe('with a wrong one', () => {
  it('answers unknown names and wrong passwords alike, and opens no session', async () => {
    const { username } = await anAccount(product)
    const wrong = await visitor().send(login, { username, password: 'Wrong-0ne' })
    const unknown = await visitor().send(login, { username: 'nobody at all', password: 'Wrong-0ne' })
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ code: 500, errorCode: 12005 })
    expect(await entries('session.login', username)).toEqual([])
  })

  it.each(['known', 'unknown'])('freezes a name that is %s after 10 failures for 15 minutes', async (kind) => {
    const { username } = kind === 'known' ? await anAccount(product) : { username: 'Never-Heard' }
    for (let i = 0; i < 10; i++)
      expect(await visitor().refused(login, { username, password: `no${i}` })).toMatchObject({ code: 12005 })
    expect(await visitor().refused(login, { username: username.toLowerCase(), password })).toMatchObject({
      code: 10005,
    })
    // Text that a stranger typed as a name stays out of the log.
    const frozen = await entries('account.freeze', kind === 'known' ? username : '')
    expect(frozen).toHaveLength(1)
    expect(JSON.stringify(frozen).includes(username)).toBe(kind === 'known')
    await later(product, 14)
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 10005 })
    await later(product, 2)
    if (kind === 'known') await visitor().call(login, { username, password })
    else expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 12005 })
  })

  it('by strangers does not lock out whitelisted networks; tries from there freeze the name only there', async () => {
    const at = product.clock.now()
    const { id } = await product.database
      .insertInto('system.whitelist')
      .values({
        kind: 'ip',
        value: '192.0.2.0/24',
        note: '',
        created_by: 't',
        created_at: at,
        updated_by: 't',
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    let place = 0
    const inside = () => product.as(undefined, `192.0.2.${++place}`)
    const { username } = await anAccount(product)
    for (let i = 0; i < 10; i++) await visitor().refused(login, { username, password: `no${i}` })
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 10005 })
    await inside().call(login, { username, password })
    for (let i = 0; i < 10; i++)
      expect(await inside().refused(login, { username, password: `no${i}` })).toMatchObject({ code: 12005 })
    expect(await inside().refused(login, { username, password })).toMatchObject({ code: 10005 })
    expect(await entries('account.freeze', username)).toMatchObject([
      { after: { trustedNetwork: false } },
      { after: { trustedNetwork: true } },
    ])
    await later(product, 16)
    await visitor().call(login, { username, password })
    await product.database.deleteFrom('system.whitelist').where('id', '=', id).execute()
  })

  it('forgets failures older than the window', async () => {
    const { username } = await anAccount(product)
    for (let i = 0; i < 9; i++)
      expect(await visitor().refused(login, { username, password: 'no' })).toMatchObject({ code: 12005 })
    await later(product, 16)
    // The tenth within the window would freeze the account.
    expect(await visitor().refused(login, { username, password: 'no' })).toMatchObject({ code: 12005 })
    expect((await visitor().call(login, { username, password })).token).not.toBe('')
    expect(await entries('account.freeze', username)).toEqual([])
  })

  it('lets exactly 10 of many concurrent tries reach the password check', async () => {
    const { username } = await anAccount(product)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => visitor().refused(login, { username, password: `guess ${i}` })),
    )
    const codes = answers.map((answer) => answer.code)
    expect(codes.filter((code) => code === 12005)).toHaveLength(10)
    expect(codes.filter((code) => code === 10005)).toHaveLength(30)
    expect(await entries('account.freeze', username)).toHaveLength(1)
  })

  it('also holds in another process', async () => {
    const { username } = await anAccount(product)
    for (let i = 0; i < 10; i++) await visitor().refused(login, { username, password: 'no' })
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(product.database)
    const url = databaseAt(inject('serverUrl'), rows[0]!.name)
    const other = await buildProduct(readConfig({ DATA_DIR: product.dataDir, LOG_LEVEL: 'error' }), url)
    other.health.ready = true
    const response = await other.app.inject({
      method: 'POST',
      url: '/cms/sys/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password }).toString(),
      remoteAddress: '10.8.8.8',
    })
    expect(response.json()).toMatchObject({ code: 500, errorCode: 10005 })
    await other.close()
  })
})

describe('from one address', () => {
  it('allows 20 tries a minute, however many are concurrent', async () => {
    const client = product.as(undefined, '10.7.7.7')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => client.refused(login, { username: `many ${i}`, password: 'no' })),
    )
    const codes = answers.map((answer) => answer.code)
    expect(codes.filter((code) => code === 12005)).toHaveLength(20)
    expect(codes.filter((code) => code === 10008)).toHaveLength(10)
    await later(product, 1)
    expect(await client.refused(login, { username: 'many', password: 'no' })).toMatchObject({ code: 12005 })
  })

  it('counts an IPv6 network as one address', async () => {
    for (let i = 0; i < 20; i++)
      await product.as(undefined, `2001:db8:7:7::${i + 1}`).refused(login, { username: `six ${i}`, password: 'no' })
    expect(
      await product.as(undefined, '2001:db8:7:7:ffff::1').refused(login, { username: 'six', password: 'no' }),
    ).toMatchObject({ code: 10008 })
  })
})
