import { login, smsSend } from '@greenroom/contract/access'
import type { Payload } from '@greenroom/contract/call'
import { unionRegister, unionRegisterCheck } from '@greenroom/contract/guilds'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { later, sentMessages, visitorsOf } from '../../../access/access.accounts.fixture.ts'
import type { ValueOf } from '../../../kit/database/database.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())
beforeEach(() => later(product, 60 * 25))

const visitor = visitorsOf(() => product, 9)
let count = 0

type Person = { id: number; phone: string }
const aPerson = async (): Promise<Person> => {
  const person = { id: 7_000 + ++count, phone: String(13_600_000_000 + count) }
  await product.database
    .insertInto('users.app_user')
    .values({ id: BigInt(person.id), nickname: 'Ann', area_code: '86', phone: person.phone, created_at: new Date() })
    .execute()
  return person
}

const aGuild = async (state: ValueOf<'guilds.guild', 'state'>, parentId?: number) => {
  const person = await aPerson()
  const { id, name } = await product.database
    .insertInto('guilds.guild')
    .values({
      name: `Guild of ${person.id}`,
      parent_id: parentId ?? null,
      leader_user_id: BigInt(person.id),
      leader_name: 'Ann',
      leader_email: 'ann@example.com',
      area_code: '86',
      phone: person.phone,
      state,
      registered_at: new Date(),
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  return { id, name, leader: person.id, phone: person.phone }
}

const aMember = async () => {
  const guild = await aGuild('normal')
  const person = await aPerson()
  await product.database
    .insertInto('guilds.member')
    .values({ guild_id: guild.id, user_id: BigInt(person.id), state: 'active', since: new Date() })
    .execute()
  return person
}

const codeFor = async (phone: string): Promise<string> => {
  await visitor().call(smsSend, { areaCode: '+86', phoneNumber: phone, validate: 'register', language: 'en' })
  return (await sentMessages(product, `+86${phone}`)).at(-1)!.code
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

type Application = Payload<typeof unionRegister>
/** A valid application of a new user, with the code that was sent. */
const application = async (more: Partial<Application> = {}): Promise<Application> => {
  const person = await aPerson()
  return {
    unionName: `Stars ${person.id}`,
    leaderName: 'Ann Lee',
    userNumber: String(person.id),
    leaderEmail: 'ann@example.com',
    areaCode: '+86',
    leaderPhone: person.phone,
    cmsUserName: `leader${person.id}`,
    cmsPassWord: 'Secret-01',
    smsCode: await codeFor(person.phone),
    ...more,
  }
}

describe('checking one field', () => {
  const check = (payload: Payload<typeof unionRegisterCheck>) => visitor().send(unionRegisterCheck, payload)
  const good = { code: 200, result: {} }

  it.each([
    [{ checkType: 'unionName', unionName: '' }, 30014],
    [{ checkType: 'unionName', unionName: 'a'.repeat(51) }, 30014],
    [{ checkType: 'unionName', unionName: 'a'.repeat(500) }, 30014],
    [{ checkType: 'unionName' }, 30014],
    [{ checkType: 'leaderName', leaderName: ' ' }, 30015],
    [{ checkType: 'email', leaderEmail: 'nowhere' }, 30018],
    [{ checkType: 'phone', areaCode: '86' }, 30010],
    [{ checkType: 'phone', areaCode: '86', phoneNum: '123' }, 30022],
    [{ checkType: 'phone', areaCode: 'x', phoneNum: '13800001234' }, 30022],
    [{ checkType: 'cmsUserName', cmsUserName: 'short' }, 12004],
    [{ checkType: 'cmsUserName', cmsUserName: 'with-dash-1' }, 12004],
    [{ checkType: 'userNumber', userNumber: '99999999' }, 30005],
    [{ checkType: 'userNumber', userNumber: 'abc' }, 30005],
    [{ checkType: 'parentId', parentId: 999_999 }, 30020],
    [{ checkType: 'inviter', sysInviterId: '999999' }, 30021],
    [{ checkType: 'inviter', sysInviterId: 'abc' }, 30021],
  ] as const)('%o: %i', async (payload, errorCode) => expect(await check(payload)).toMatchObject({ errorCode }))

  it.each(['under review', 'normal', 'banned'] as const)(
    'a guild that is %s holds name, phone and leader',
    async (state) => {
      const guild = await aGuild(state)
      const waiting = state === 'under review'
      expect(await check({ checkType: 'unionName', unionName: ` ${guild.name.toUpperCase()} ` })).toMatchObject({
        errorCode: 30001,
      })
      expect(await check({ checkType: 'phone', areaCode: '86', phoneNum: guild.phone })).toMatchObject({
        errorCode: waiting ? 30006 : 30019,
      })
      expect(await check({ checkType: 'userNumber', userNumber: String(guild.leader) })).toMatchObject({
        errorCode: waiting ? 30006 : 30002,
      })
    },
  )

  it.each(['rejected', 'dissolved'] as const)('a guild that is %s holds nothing', async (state) => {
    const guild = await aGuild(state)
    expect(await check({ checkType: 'unionName', unionName: guild.name })).toEqual(good)
    expect(await check({ checkType: 'phone', areaCode: '86', phoneNum: guild.phone })).toEqual(good)
    expect(await check({ checkType: 'userNumber', userNumber: String(guild.leader) })).toEqual(good)
  })

  it('refuses a member, and an account name that exists in another case', async () => {
    const person = await aMember()
    expect(await check({ checkType: 'userNumber', userNumber: String(person.id) })).toMatchObject({ errorCode: 30017 })
    const first = await application()
    await visitor().call(unionRegister, first)
    expect(await check({ checkType: 'cmsUserName', cmsUserName: first.cmsUserName.toUpperCase() })).toMatchObject({
      errorCode: 10028,
    })
  })

  it('accepts only a normal top-level guild as parent', async () => {
    const top = await aGuild('normal')
    const below = await aGuild('normal', top.id)
    const banned = await aGuild('banned')
    expect(await check({ checkType: 'parentId', parentId: top.id })).toEqual(good)
    expect(await check({ checkType: 'parentId' })).toEqual(good)
    for (const { id } of [below, banned])
      expect(await check({ checkType: 'parentId', parentId: id })).toMatchObject({ errorCode: 30020 })
  })

  it('accepts a member of staff as inviter', async () => {
    const { id } = await product.database.selectFrom('access.staff').select('id').executeTakeFirstOrThrow()
    expect(await check({ checkType: 'inviter', sysInviterId: String(id) })).toEqual(good)
  })

  it('does not tell a stranger which ids are staff: ten wrong ones an hour', async () => {
    const client = product.as(undefined, '10.44.1.1')
    const wrong = { checkType: 'inviter' as const, sysInviterId: '99999999' }
    const codes: number[] = []
    for (let i = 0; i < 11; i++) codes.push((await client.refused(unionRegisterCheck, wrong)).code)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 30021), 10008])
    const { id } = await product.database.selectFrom('access.staff').select('id').executeTakeFirstOrThrow()
    expect(await client.refused(unionRegisterCheck, { ...wrong, sysInviterId: String(id) })).toMatchObject({
      code: 10008,
    })
  })

  it('reveals whose phone it is only with the code sent to it', async () => {
    const [person, stranger] = [await aPerson(), await aPerson()]
    const requested = { checkType: 'userNumber' as const, userNumber: String(person.id), areaCode: '86' }
    expect(await check({ ...requested, phoneNum: stranger.phone })).toEqual(good)
    const smsCode = await codeFor(stranger.phone)
    expect(await check({ ...requested, phoneNum: stranger.phone, smsCode: other(smsCode) })).toEqual(good)
    expect(await check({ ...requested, phoneNum: stranger.phone, smsCode })).toMatchObject({ errorCode: 30007 })
    const own = await codeFor(person.phone)
    expect(await check({ ...requested, phoneNum: person.phone, smsCode: own })).toEqual(good)
  })

  it('does not let codes be guessed: wrong ones invalidate it', async () => {
    const [person, stranger] = [await aPerson(), await aPerson()]
    const requested = {
      checkType: 'userNumber' as const,
      userNumber: String(person.id),
      areaCode: '86',
      phoneNum: stranger.phone,
    }
    const smsCode = await codeFor(stranger.phone)
    for (let i = 0; i < 5; i++) await check({ ...requested, smsCode: other(smsCode) })
    expect(await check({ ...requested, smsCode })).toEqual(good)
  })

  it('answers one address 30 times a minute, even for concurrent requests', async () => {
    const client = product.as(undefined, '10.5.5.5')
    const answers = await Promise.all(
      Array.from({ length: 36 }, () => client.send(unionRegisterCheck, { checkType: 'leaderName', leaderName: 'Ann' })),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(30)
    expect(answers.filter((answer) => answer.code === 500 && answer.errorCode === 10008)).toHaveLength(6)
  })
})

describe('registering', () => {
  it('makes a guild under review and an account that cannot log in yet, and logs it without secrets', async () => {
    const parent = await aGuild('normal')
    const sent = await application({ parentId: parent.id, sysInviterId: '1' })
    const answer = await visitor().call(unionRegister, sent)
    expect(answer.unionName).toBe(sent.unionName)
    const { database } = product
    const guild = await database
      .selectFrom('guilds.guild')
      .selectAll()
      .where('id', '=', answer.unionId)
      .executeTakeFirstOrThrow()
    expect(guild).toMatchObject({
      state: 'under review',
      parent_id: parent.id,
      inviter_id: 1,
      area_code: '86',
      phone: sent.leaderPhone,
    })
    const account = await database
      .selectFrom('access.staff as s')
      .innerJoin('access.staff_role as sr', 'sr.staff_id', 's.id')
      .innerJoin('access.role as r', 'r.id', 'sr.role_id')
      .select(['s.status', 's.username', 'r.name'])
      .where('s.union_id', '=', guild.id)
      .execute()
    expect(account).toEqual([{ status: 3, username: sent.cmsUserName, name: 'Guild leader' }])
    expect(await visitor().refused(login, { username: sent.cmsUserName, password: sent.cmsPassWord })).toMatchObject({
      code: 30006,
    })
    const entries = await database
      .selectFrom('log.readable')
      .selectAll()
      .where('target', '=', `guild ${guild.id}`)
      .execute()
    expect(entries.map((entry) => entry.operation)).toEqual(['union.register'])
    for (const hidden of [sent.leaderPhone, sent.leaderEmail, sent.cmsPassWord, sent.smsCode])
      expect(JSON.stringify(entries)).not.toContain(hidden)
  })

  it.each([
    [{ unionName: '' }, 30014, ['unionName']],
    [{ leaderName: '' }, 30015, ['leaderName']],
    [{ userNumber: '99999999' }, 30005, ['userNumber']],
    [{ leaderEmail: 'nowhere' }, 30018, ['leaderEmail']],
    [{ leaderPhone: '' }, 30010, ['leaderPhone']],
    [{ leaderPhone: '123' }, 30022, ['leaderPhone']],
    [{ areaCode: 'x' }, 30022, ['areaCode']],
    [{ cmsUserName: 'short' }, 12004, ['cmsUserName']],
    [{ cmsPassWord: 'onlyletters' }, 12007, ['cmsPassWord']],
    [{ cmsPassWord: 'Sixteen-letters1' }, 12007, ['cmsPassWord']],
    [{ parentId: 999_999 }, 30020, ['parentId']],
    [{ sysInviterId: '999999' }, 30021, ['sysInviterId']],
    [{ smsCode: '12ab' }, 12001, ['smsCode']],
    [{ unionName: '', leaderEmail: '' }, 30014, ['unionName', 'leaderEmail']],
  ])('%o: %i names %o', async (wrong, code, fields) => {
    const sent = await application(wrong)
    expect(await visitor().refused(unionRegister, sent)).toEqual({ code, fields })
  })

  it('refuses a wrong code with 12002, and writes nothing', async () => {
    const sent = await application()
    expect(await visitor().refused(unionRegister, { ...sent, smsCode: other(sent.smsCode) })).toEqual({
      code: 12002,
      fields: ['smsCode'],
    })
    const guild = await product.database
      .selectFrom('guilds.guild')
      .selectAll()
      .where('name', '=', sent.unionName)
      .execute()
    expect(guild).toEqual([])
    await visitor().call(unionRegister, sent)
  })

  it("refuses another's phone with 30007, once the code was right", async () => {
    const [sent, stranger] = [await application(), await aPerson()]
    const mixed = { ...sent, leaderPhone: stranger.phone }
    expect(await visitor().refused(unionRegister, mixed)).toMatchObject({ code: 12002 })
    expect(await visitor().refused(unionRegister, { ...mixed, smsCode: await codeFor(stranger.phone) })).toMatchObject({
      code: 30007,
    })
  })

  it('refuses users known to be under 18 with 30013, and only once the phone is verified', async () => {
    const sent = await application()
    const id = BigInt(String(sent.userNumber))
    await product.database.updateTable('users.app_user').set({ birthday: '2012-01-01' }).where('id', '=', id).execute()
    const known = { checkType: 'userNumber' as const, userNumber: String(sent.userNumber) }
    expect(await visitor().send(unionRegisterCheck, known)).toMatchObject({ code: 200 })
    expect(await visitor().refused(unionRegister, sent)).toMatchObject({ code: 30013, fields: ['userNumber'] })
  })

  it('answers 30006 to the same leader and to the same phone while it waits', async () => {
    const first = await application()
    await visitor().call(unionRegister, first)
    const second = await application()
    expect(await visitor().refused(unionRegister, { ...second, userNumber: first.userNumber })).toMatchObject({
      code: 30006,
    })
    expect(await visitor().refused(unionRegister, { ...second, leaderPhone: first.leaderPhone })).toMatchObject({
      code: 30006,
    })
  })

  it.each([
    ['unionName', 30001],
    ['cmsUserName', 10028],
  ] as const)('gives one %s to one of two concurrent applications', async (field, code) => {
    const [one, two] = [await application(), await application()]
    const answers = await Promise.all([
      visitor().send(unionRegister, one),
      visitor().send(unionRegister, { ...two, [field]: one[field] }),
    ])
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(answers.find((answer) => answer.code === 500)).toMatchObject({ errorCode: code, detail: [{ field }] })
  })

  it('accepts one application per code, even for concurrent requests', async () => {
    const sent = await application()
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor().send(unionRegister, sent)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    const made = await product.database
      .selectFrom('access.staff')
      .selectAll()
      .where('username', '=', sent.cmsUserName)
      .execute()
    expect(made).toHaveLength(1)
    for (const answer of answers)
      if (answer.code === 500) expect([30001, 30006, 10028, 12002]).toContain(answer.errorCode)
  })

  it('counts as a check', async () => {
    const client = product.as(undefined, '10.5.5.6')
    for (let i = 0; i < 30; i++) await client.call(unionRegisterCheck, { checkType: 'leaderName', leaderName: 'Ann' })
    expect(await client.refused(unionRegister, await application())).toMatchObject({ code: 10008 })
  })
})
