// Payout accounts: who enters them, with which code, when they take effect, who may reveal them; and that a leader reaches nothing of
// another guild.
import { smsSend } from '@greenroom/contract/access'
import * as calls from '@greenroom/contract/payouts'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuild } from '../../../../test/world/guilds.ts'
import { sentMessages } from '../../../access/access.accounts.fixture.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { guildAccounts } from './guildPayoutAccount.ts'
import { bankAccount, type Payable, payableGuild } from './guildPayouts.fixture.ts'

let product: TestProduct
let admin: Client
let maker: Made
let checker: Made
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  maker = await person(product, {
    permissions: { 'guilds.withdrawalManage': 3, 'guilds.settleAccounts': 3, 'system.approval': 3 },
  })
  checker = await person(product, { permissions: { 'guilds.withdrawalManage': 1, 'system.approval': 3 } })
})
afterAll(() => product.close())

const guild = (...weeks: number[]) => payableGuild(product, admin, weeks)
const accountsOf = async (guildId: number) =>
  (await admin.call(calls.guildMoney, { guildId })).accounts.map(({ lastFour, state }) => `${lastFour} ${state}`)
const approve = (approvalId: string, by = checker) =>
  by.client.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
const tron = { kind: 'usdt.trc20' as const, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }

/** A code sent to the guild's phone. */
async function codeFor({ guildId }: Payable): Promise<string> {
  const { rows } = await sql<{ phone: string }>`select phone from guilds.guild where id = ${guildId}`.execute(
    product.database,
  )
  const phone = rows[0]!.phone
  await sql`update access.staff set area_code = '86', phone = ${phone} where union_id = ${guildId}`.execute(
    product.database,
  )
  await product.as(undefined).call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'withdraw' })
  const message = await vi.waitFor(async () => {
    const found = (await sentMessages(product, `+86${phone}`)).find(({ purpose }) => purpose === 'withdraw')
    if (!found) throw new Error('no code yet')
    return found
  }, 10_000)
  return message.code
}

test('entered by staff, approved by another, in force a day later, replacing the previous one', async () => {
  const { guildId } = await guild()
  const { accountId, approvalId } = await maker.client.call(calls.payoutAccountSave, { guildId, account: tron })
  expect(await accountsOf(guildId)).toEqual(['Lj6t waiting', '3000 effective'])
  const own = await maker.client.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  expect(own.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
  expect((await approve(approvalId)).outcomes[0]).toMatchObject({ ok: true })
  expect(await accountsOf(guildId)).toEqual(['Lj6t approved', '3000 effective'])
  const inForce = (hours: number) =>
    inTransaction(product.database, (tx) =>
      guildAccounts.bringIntoForce(tx, new Date(product.clock.now().getTime() + hours * 3_600_000), null),
    )
  await inForce(23)
  expect(await accountsOf(guildId)).toEqual(['Lj6t approved', '3000 effective'])
  await inForce(25)
  expect(await accountsOf(guildId)).toEqual(['Lj6t effective', '3000 retired'])
  // Encrypted, and stored nowhere else.
  const { rows } = await sql<{ found: boolean }>`
    select a.sealed like '%TR7N%' or exists (select from log.readable where after::text like '%TR7N%')
           or exists (select from access.approval where after::text like '%TR7N%') as found
      from guilds.payout_account a where a.id = ${accountId}`.execute(product.database)
  expect(rows[0]).toEqual({ found: false })
})

test('a newer account replaces the pending one, whose approval fails', async () => {
  const { guildId } = await guild()
  const first = await maker.client.call(calls.payoutAccountSave, { guildId, account: tron })
  const second = await maker.client.call(calls.payoutAccountSave, { guildId, account: bankAccount })
  expect((await approve(first.approvalId)).outcomes[0]).toMatchObject({
    ok: false,
    errorCode: 20000,
    reason: 'approval.notApplied',
  })
  await checker.client.call(approvalDecide, { ids: [second.approvalId], decision: 'refuse', reason: 'not theirs' })
  expect(await accountsOf(guildId)).toEqual(['3000 refused', 'Lj6t retired', '3000 effective'])
})

test('a leader needs the code that was sent to the guild’s phone, once', async () => {
  const own = await guild()
  const save = (smsCode?: string) => ({ account: tron, ...(smsCode !== undefined && { smsCode }) })
  const refused = (smsCode?: string) => own.leader.client.refused(calls.payoutAccountSave, save(smsCode))
  expect(await refused()).toEqual({ code: 12001, fields: ['smsCode'] })
  expect(await refused('12345')).toEqual({ code: 12001, fields: ['smsCode'] })
  const code = await codeFor(own)
  expect(await refused(code === '123456' ? '654321' : '123456')).toEqual({ code: 12002, fields: ['smsCode'] })
  const { approvalId } = await own.leader.client.call(calls.payoutAccountSave, save(code))
  expect(await refused(code)).toEqual({ code: 12002, fields: ['smsCode'] })
  expect((await approve(approvalId)).outcomes[0]).toMatchObject({ ok: true })
})

test.each([
  ['a mistyped TRON address', { kind: 'usdt.trc20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' }, 'payout.address'],
  [
    'an Ethereum address without its case',
    { kind: 'usdt.erc20', address: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
    'payout.address',
  ],
  ['a wrong IBAN', { ...bankAccount, accountNumber: 'DE89370400440532013001' }, 'payout.iban'],
  ['no holder', { ...bankAccount, holder: '' }, 'field.required'],
  ['an unknown kind', { kind: 'cash' }, 'field.invalid'],
])('refuses %s', async (_, account, why) => {
  const { guildId } = await guild()
  const answer = await maker.client.refused(calls.payoutAccountSave, { guildId, account } as never)
  expect(answer).toMatchObject({ code: 10009, reason: why })
  expect(answer.fields[0]).toMatch(/^account/)
  expect(await accountsOf(guildId)).toEqual(['3000 effective'])
})

test('revealed to staff with a logged reason, never to a leader', async () => {
  const { guildId, accountId, leader } = await guild()
  expect(await maker.client.refused(calls.payoutAccountReveal, { accountId, reason: ' ' })).toMatchObject({
    code: 11004,
  })
  expect(await maker.client.refused(calls.payoutAccountReveal, { accountId: 999_999, reason: 'x' })).toMatchObject({
    code: 10032,
  })
  const { account } = await maker.client.call(calls.payoutAccountReveal, { accountId, reason: 'to pay week 47' })
  expect(account).toMatchObject({ kind: 'bank', accountNumber: 'DE89370400440532013000' })
  const { rows } = await sql<{ reason: string; whole: boolean }>`
    select reason, after::text like '%DE8937%' as whole from log.readable
     where operation = 'payout.accountReveal' and target = ${`payout account ${accountId}`}`.execute(product.database)
  expect(rows).toEqual([{ reason: 'to pay week 47', whole: false }])
  expect(await leader.client.refused(calls.payoutAccountReveal, { accountId, reason: 'x' })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  expect(await checker.client.refused(calls.payoutAccountReveal, { accountId, reason: 'x' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(guildId).toBeGreaterThan(0)
})

test('a leader reaches nothing of another guild, nor of a sub-agency', async () => {
  const [mine, theirs] = [await guild(20_000), await guild(20_000)]
  const sub = await guild(20_000)
  await sql`update guilds.guild set parent_id = ${mine.guildId} where id = ${sub.guildId}`.execute(product.database)
  const request = (await theirs.leader.client.call(calls.payoutRequestSave, { usdCents: 1_000 })).id
  await sub.leader.client.call(calls.payoutRequestSave, { usdCents: 1_000 })
  const { client } = mine.leader
  for (const { guildId } of [theirs, sub]) {
    expect(await client.refused(calls.guildMoney, { guildId })).toMatchObject({
      code: 10032,
      reason: 'deduction.noGuild',
    })
    expect(await client.refused(calls.payoutAccountSave, { guildId, account: tron, smsCode: '123456' })).toMatchObject({
      code: 10032,
      reason: 'deduction.noGuild',
    })
    expect((await client.call(calls.payoutRequestList, { guildId })).records).toEqual([])
    expect((await client.call(calls.paymentList, { guildId })).records).toEqual([])
  }
  expect((await client.call(calls.payoutRequestList, {})).records).toEqual([])
  // Deciding and paying are for staff, even if a leader has the menu.
  const proof = { reference: 'x', proofFileId: '01a1f866-0d00-78f5-984e-4858e741e80e' }
  expect(await client.refused(calls.payoutRequestDecide, { ids: [request], decision: 'agree' })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  expect(await client.refused(calls.payoutPay, { ids: [request], ...proof })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  expect(await client.refused(calls.weekPay, { ids: mine.weeks, ...proof })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  const own = await client.call(calls.guildMoney, {})
  expect(own).toMatchObject({ guildId: mine.guildId, payableCents: 20_000, can: { ask: true, reveal: 'readOnly' } })
  const agent = (await person(product, { permissions: everyMenu(3), agentId: 7 })).client
  expect(await agent.refused(calls.guildMoney, { guildId: mine.guildId })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
  const reader = await person(product, {
    permissions: { 'guilds.withdrawalManage': 1 },
    unionId: await aGuild({ product, admin }),
  })
  expect(await reader.client.refused(calls.payoutRequestSave, { usdCents: 1_000 })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})
