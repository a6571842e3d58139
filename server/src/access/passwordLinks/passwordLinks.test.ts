import { linkInfo, login, passwordByLink } from '@greenroom/contract/access'
import { approvalCancel, approvalDecide } from '@greenroom/contract/system'
import {
  staffCode,
  staffInvitationRevoke,
  staffList,
  staffPasswordReset,
  staffSave,
  staffStatus,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { visitorsOf, withoutCaptcha } from '../access.accounts.fixture.ts'

let product: TestProduct
let admin: Client
let second: Client
const newPassword = 'Right-p4ss'
const reason = 'because'
/** Finance maker, and Analyst, which has no right that counts. */
let [counting, plain] = [0, 0]
let made = 0
const unique = (text: string) => `${text}.${++made}`
const visitor = visitorsOf(() => product, 31)

beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
  await withoutCaptcha(product)
  ;[admin, second] = [await product.administrator(), await product.second()]
  const idOf = async (name: string) =>
    (await product.database.selectFrom('access.role').select('id').where('name', '=', name).executeTakeFirstOrThrow())
      .id
  ;[counting, plain] = [await idOf('Finance maker'), await idOf('Analyst')]
})
afterAll(() => product.close())

const invite = async (roleId: number) => {
  const username = unique('anna')
  const { links, ...answer } = await admin.call(staffSave, { username, roleIds: [roleId], invite: true })
  return { username, token: links![0]!.token, ...answer }
}
const stateOf = async (token: string) => (await visitor().call(linkInfo, { token })).state
const accountOf = async (username: string) => (await admin.call(staffList, { q: username })).records[0]!
const approve = (approvalId: string) => second.call(approvalDecide, { ids: [approvalId], decision: 'approve' })

describe('an invitation without a right that counts', () => {
  it('is used once, within 72 hours, without a code; its maker then counts as knowing the password', async () => {
    const { username, token, userId } = await invite(plain)
    expect(await visitor().call(linkInfo, { token })).toEqual({
      state: 'open',
      username,
      invites: true,
      needsCode: false,
      secondFactor: 'none',
      phone: '',
      provesPhone: false,
      expiresAt: expect.any(String),
    })
    const { invitedUntil } = await accountOf(username)
    expect(Math.round((Date.parse(invitedUntil!) - Date.now()) / 3_600_000)).toBe(72)
    expect(await visitor().refused(login, { username, password: newPassword })).toMatchObject({ code: 12005 })
    expect(await visitor().call(passwordByLink, { token, newPassword })).toEqual({ username })
    expect(await visitor().refused(passwordByLink, { token, newPassword })).toMatchObject({ code: 12002 })
    expect([await stateOf(token), (await accountOf(username)).invitedUntil]).toEqual(['used', null])
    await visitor().call(login, { username, password: newPassword })
    // A right that counts voids what another account may know.
    const { version } = await accountOf(username)
    const { approvalId } = await admin.call(staffUpdate, { userId: userId!, version, roleIds: [plain, counting] })
    await approve(approvalId!)
    expect(await visitor().refused(login, { username, password: newPassword })).toMatchObject({ code: 12005 })
  })

  it('is revoked, once, and replaced by a newer password', async () => {
    const { username, token, userId } = await invite(plain)
    const { can } = await accountOf(username)
    expect(can.revokeInvitation).toBe(true)
    await admin.call(staffInvitationRevoke, { userId: userId! })
    expect(await stateOf(token)).toBe('ended')
    expect(await visitor().refused(passwordByLink, { token, newPassword })).toMatchObject({ code: 12002 })
    expect(await admin.refused(staffInvitationRevoke, { userId: userId! })).toMatchObject({
      code: 20000,
      reason: 'staff.notInvited',
    })
    const other = await invite(plain)
    await admin.call(staffPasswordReset, { userId: other.userId!, reason })
    expect(await stateOf(other.token)).toBe('ended')
    const third = await invite(plain)
    await admin.call(staffStatus, { ids: [third.userId!], status: 0, reason })
    expect(await stateOf(third.token)).toBe('ended')
  })

  it('expires, and says so', async () => {
    const { token } = await invite(plain)
    await sql`update access.password_link set expires_at = expires_at - interval '73 hours' where ended_at is null`.execute(
      product.database,
    )
    expect(await stateOf(token)).toBe('expired')
    expect(await visitor().refused(passwordByLink, { token, newPassword })).toMatchObject({ code: 12002 })
  })

  it('is refused with a password, and to who reads only', async () => {
    expect(
      await admin.refused(staffSave, { username: unique('x'), roleIds: [plain], password: newPassword, invite: true }),
    ).toMatchObject({ code: 10009, reason: 'staff.noPassword' })
    const reader = await person(product, { permissions: { 'system.user': 1 } })
    const { userId } = await invite(plain)
    expect(await reader.client.refused(staffInvitationRevoke, { userId: userId! })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
  })

  it('offers an authenticator, which is asked for from then on', async () => {
    const { username, token } = await invite(plain)
    await visitor().call(passwordByLink, { token, newPassword })
    const sent = { username, password: newPassword }
    const { secret, challenge } = await visitor().call(login, { ...sent, bind: true })
    const macCode = await generate({ secret: secret! })
    expect(await visitor().call(login, { ...sent, bind: true, macCode, challenge })).toHaveProperty('token')
    expect(await visitor().refused(login, sent)).toMatchObject({ code: 290010 })
  })
})

describe('an invitation with a right that counts', () => {
  it('waits for its approval, and then for the code of who approved it', async () => {
    const { username, token, approvalId } = await invite(counting)
    expect(await visitor().call(linkInfo, { token })).toMatchObject({ state: 'waits', username, needsCode: true })
    expect(await visitor().refused(passwordByLink, { token, newPassword })).toMatchObject({ code: 12002 })
    await approve(approvalId!)
    expect(await visitor().call(linkInfo, { token })).toMatchObject({ state: 'open', invites: true, needsCode: true })
    expect(await visitor().refused(passwordByLink, { token, newPassword })).toMatchObject({ code: 12002 })
    expect(await visitor().refused(passwordByLink, { token, newPassword, code: '' })).toMatchObject({ code: 12002 })
    const { codes } = await second.call(staffCode, { approvalId: approvalId! })
    await visitor().call(passwordByLink, { token, newPassword, code: codes[0]!.code })
    expect(await stateOf(token)).toBe('used')
  })

  it('ends with a request that does not pass', async () => {
    const { token, approvalId } = await invite(counting)
    await admin.call(approvalCancel, { ids: [approvalId!] })
    expect(await stateOf(token)).toBe('ended')
  })
})

it('tells nothing about links that nobody made, and counts guesses', async () => {
  const one = visitor()
  expect(await one.call(linkInfo, { token: 'guess' })).toEqual({
    state: 'wrong',
    username: '',
    invites: false,
    needsCode: true,
    secondFactor: 'none',
    phone: '',
    provesPhone: false,
    expiresAt: null,
  })
  for (let tries = 1; tries < 20; tries++) await one.call(linkInfo, { token: `guess${tries}` })
  expect(await one.refused(linkInfo, { token: 'guess' })).toMatchObject({ code: 10008 })
})

it('keeps the hash of a link only, and no log has it', async () => {
  const { token } = await invite(plain)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from log.entry e where e::text like ${`%${token}%`})
        or exists (select from access.password_link l where l::text like ${`%${token}%`})
        or exists (select from access.operation o where o.answer::text like ${`%${token}%`}) as found`.execute(
    product.database,
  )
  expect(rows[0]?.found).toBe(false)
})
