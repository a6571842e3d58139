// The two commands with which the owner of the server stands for a second member of staff.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { home, passwordByLink, userInfo } from '@greenroom/contract/access'
import { passkeyAdd, passkeyAddAsk, passkeyAsk, passkeyLogin, securityInfo } from '@greenroom/contract/security'
import { approvalList, paramList, paramSet } from '@greenroom/contract/system'
import { roleSave, staffInfo, staffPasswordReset, staffSave } from '@greenroom/contract/systemStaff'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { staffAccount } from '../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../test/product.ts'
import { operator } from '../../test/programs.ts'
import { softPasskey } from '../access/passkeys/passkeys.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })
let product: TestProduct
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

/** Runs a command as an operator does, beside the running server. */
async function run(command: 'admit' | 'reset-account', ...args: string[]) {
  const script = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
  const env = operator({ DATABASE_URL: product.databaseUrl })
  const ended = promisify(execFile)(process.execPath, [script, ...args], { env })
  return ended.then(
    ({ stdout }) => ({ status: 0, stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      status: code,
      stdout: stdout + stderr,
    }),
  )
}
const setPassword = (token: string, code: string) =>
  product.as(undefined).call(passwordByLink, { token, code, newPassword: 'Chosen-by-m3' })
const operations = async (operation: string) =>
  (
    await product.database
      .selectFrom('log.readable')
      .select(['username', 'content'])
      .where('operation', '=', operation)
      .execute()
  ).map(({ username, content }) => [username, content.split('\u001f')[0]])
const notices = async (client: Client) => (await client.call(home, {})).notices.map(({ logContent }) => logContent)

it('admit gives a new installation its second decider', async () => {
  const { links } = await admin.call(staffSave, { username: 'Carol', roleIds: [1] })
  const { stdout, status } = await run('admit', 'carol')
  expect(status).toBe(0)
  expect(stdout).toContain('Add account Carol, requested by admin')
  const code = /Code for Carol: (\d{8})/.exec(stdout)?.[1] ?? ''
  await setPassword(links![0]!.token, code)
  const carol = await product.login('Carol', 'Chosen-by-m3')
  expect(await operations('staff.admit')).toEqual([['system', 'Approved on the server: Add account Carol']])
  for (const client of [admin, carol])
    expect(await notices(client)).toEqual(['Approved on the server: Add account Carol'])
  expect((await carol.call(approvalList, {})).records).toMatchObject([{ state: 'approved', checker: null }])
  expect(await run('admit', 'carol')).toMatchObject({ status: 1, stdout: expect.stringContaining('Nothing waits') })
})

it('admit lists several requests and takes one, and none that is not about accounts or roles', async () => {
  const { version } = (await admin.call(paramList, { q: 'login_failures' })).records[0]!
  await admin.call(paramSet, { key: 'login_failures', value: '12', version, reason: 'because' })
  const { roleId } = await admin.call(roleSave, { roleName: 'payers', menuIds: [20_809] })
  const asked = await Promise.all(
    ['dora', 'emil'].map((username) => admin.call(staffSave, { username, roleIds: [roleId] })),
  )
  const listed = await run('admit', 'admin')
  expect(listed).toMatchObject({ status: 1, stdout: expect.stringContaining('Choose one') })
  expect(listed.stdout).not.toContain('login_failures')
  expect(await run('admit', 'admin', asked[1]!.approvalId!)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Code for emil'),
  })
  expect(await run('admit', 'dora', asked[1]!.approvalId!)).toMatchObject({ status: 1 })
  await staffAccount(product, { username: 'dora', password: 'Chosen-by-m3', roleIds: [] })
  expect(await run('admit', 'admin')).toMatchObject({ status: 1, stdout: expect.stringContaining('Not approved') })
})

it('reset-account lets a colleague in again who lost everything, in a company of two', async () => {
  const lost = await staffAccount(product, {
    username: 'lost',
    password: 'Forg0tten',
    roleIds: [1],
    areaCode: '86',
    phone: '13800009999',
  })
  const before = await product.login('lost', 'Forg0tten')
  const key = softPasskey()
  const adding = await before.call(passkeyAddAsk, { password: 'Forg0tten' })
  await before.call(passkeyAdd, { challenge: adding.challenge, credential: key.make(adding), name: 'Lost laptop' })
  const enter = async () => {
    const visitor = product.as(undefined)
    const asked = await visitor.call(passkeyAsk, {})
    return visitor.send(passkeyLogin, { challenge: asked.challenge, credential: key.sign(asked) })
  }
  expect(await enter()).toMatchObject({ code: 200 })
  await product.database
    .updateTable('access.staff')
    .set({ status: 0, google_secret: 'JBSWY3DPEHPK3PXP', google_bound_at: new Date() })
    .where('id', '=', lost.userId)
    .execute()
  await product.database
    .insertInto('access.login_freeze')
    .values({ username: 'lost', until: new Date(Date.now() + 60_000) })
    .execute()
  // Asked for, but nobody else can approve it.
  await admin.call(staffPasswordReset, { userId: lost.userId, reason: 'because' })
  const { stdout, status } = await run('reset-account', 'LOST')
  expect(status).toBe(0)
  expect(await before.refused(userInfo, {})).toMatchObject({ code: 10007 })
  await setPassword(/#(\S+)/.exec(stdout)?.[1] ?? '', /code (\d{8})/.exec(stdout)?.[1] ?? '')
  const after = await product.login('lost', 'Chosen-by-m3')
  // Anyone who has the laptop stays outside.
  expect(await enter()).toMatchObject({ errorCode: 12005, detail: [{ reason: 'passkey.unknown' }] })
  expect(await after.call(securityInfo, {})).toMatchObject({ passkeys: [], recovery: { left: 0 } })
  expect((await admin.call(staffInfo, { userId: lost.userId })).user).toMatchObject({
    status: 1,
    phone: '',
    googleBound: false,
  })
  expect(await operations('staff.serverReset')).toEqual([['system', 'Account lost reset on the server']])
  expect(await notices(admin)).toContain('Account lost reset on the server')
  // The number is another one now: what was asked before is about an account that is no longer so.
  expect(await run('admit', 'lost')).toMatchObject({ status: 1, stdout: expect.stringContaining('Not approved') })
})

it('reset-account is the way back for the built-in administrator, too, and knows no accounts of guilds', async () => {
  await run('reset-account', 'admin')
  expect(await admin.refused(userInfo, {})).toMatchObject({ code: 10007 })
  expect(await run('reset-account', 'nobody')).toMatchObject({ status: 1 })
  expect(await run('reset-account')).toMatchObject({ status: 2 })
})
