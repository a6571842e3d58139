// The scope of accounts outside the platform: a guild leader's and a top-up agent's, with every menu. Calls not declared for their kind
// refuse them, by any route.
import { home } from '@greenroom/contract/access'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { auditPicturePath } from '@greenroom/contract/audits'
import { basePath } from '@greenroom/contract/call'
import { pushPath, pushTopics } from '@greenroom/contract/push'
import * as systemRecords from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeTodos } from '../src/app/app.todos.ts'
import { chainSettings } from './chain.ts'
import { everyMenu, type Made, person, sessionOf } from './people.ts'
import { anOperationId, startProduct, type TestProduct } from './product.ts'
import { multipart, type World } from './world/base.ts'
import { aGuild } from './world/guilds.ts'
import { anApproval } from './world/system.ts'

/** Calls for guild and agent accounts. Review carefully before adding one. */
const everyones = [
  'authenticatorAsk',
  'authenticatorBind',
  'authenticatorRemove',
  'exportCancel',
  'exportList',
  'exportStatus',
  'fileUpload',
  'home',
  'languageChoose',
  'logInfo',
  'logList',
  'logNames',
  'logout',
  'menuNav',
  'noticeList',
  'noticeRead',
  'noticeUnread',
  'operationSettle',
  'ownCodeSend',
  'ownMailChange',
  'ownMailCode',
  'ownMailRemove',
  'passkeyAdd',
  'passkeyAddAsk',
  'passkeyProve',
  'passkeyRemove',
  'passkeyRename',
  'passwordChange',
  'pushKey',
  'pushList',
  'pushRemove',
  'pushSubscribe',
  'recoveryRenew',
  'securityInfo',
  'sessionEnd',
  'sessionEndOthers',
  'sessionList',
  'toldSettings',
  'toldSettingsSave',
  'userInfo',
  'viewDelete',
  'viewList',
  'viewSave',
]
/** Of a guild's people: within its family, see `reach.ts` of the Society room. */
const guilds = [
  'guildAccountList',
  'guildAccountReset',
  'guildAccountSave',
  'guildAccountStatus',
  'guildEventList',
  'guildFamily',
  'guildInfo',
  'guildMethod',
  'guildSubList',
  'guildSubSave',

  'everyDayReport',
  'everyDayReportDetail',
  'guildEvening',
  'guildHome',
  'memberAgree',
  'memberExpel',
  'memberFlowEntries',
  'memberFlowList',
  'inviteLink',
  'inviteLinkSave',
  'memberInvite',
  'memberList',
  'memberTakeBack',
  'subAgencyDay',
  'subAgencyDays',
  'subAgencyWeek',
  'subAgencyWeeks',
  'weekReport',
  'weekReportAnchors',
]
/** Of a guild's money: its own. */
const money = [
  'deductionList',
  'guildMoney',
  'paymentList',
  'payoutAccountSave',
  'payoutRequestList',
  'payoutRequestSave',
]
/** Of settlements: a guild's own, and totals of its sub-agencies'. */
const leaders = [
  'settlementConfirm',
  'settlementDispute',
  'settlementInfo',
  'settlementLineList',
  'settlementList',
  'settlementSlip',
  'settlementTotals',
]
/** A guild's leader applies to be an agent; the rest of the portal is the agent's. */
const applying = ['agentApply', 'agentHome']
const portal = [
  ...applying,
  'agentAddress',
  'agentAskBack',
  'agentBuyer',
  'agentBuyInfo',
  'agentCodeSend',
  'agentMovementList',
  'agentOwnPurchaseList',
  'agentOwnSaleList',
  'agentPurchaseSave',
  'agentQueue',
  'agentReceiptShare',
  'agentSalary',
  'agentSalaryDeduct',
  'agentSell',
  'agentStepUp',
  'agentStepUpInfo',
  'agentTokens',
]
const mayCall = {
  guild: [...everyones, ...guilds, ...money, ...leaders, ...applying].toSorted((a, b) => a.localeCompare(b)),
  agent: [...everyones, ...portal].toSorted((a, b) => a.localeCompare(b)),
}

let product: TestProduct
let world: World
let guild: Made
let agent: Made

const kinds = ['guild', 'agent'] as const
const accountOf = (kind: (typeof kinds)[number]) => (kind === 'guild' ? guild : agent)
const outside = { code: 500, errorCode: 10026, detail: [{ field: 'account', reason: 'account.kind' }] }

beforeAll(async () => {
  product = await startProduct(chainSettings)
  world = { product, admin: product.as(await sessionOf(product, 'admin')) }
  guild = await person(product, { permissions: everyMenu(3), unionId: await aGuild(world) })
  agent = await person(product, { permissions: everyMenu(3), agentId: 7 })
})
afterAll(() => product.close())

describe.each(kinds)('accounts of one kind: %s', (kind) => {
  test('may call these', () => {
    const named = declaredCalls
      .filter(({ call }) => call.for?.includes(kind))
      .map(({ call }) => call.name)
      .toSorted((a, b) => a.localeCompare(b))
    expect(named).toEqual(mayCall[kind])
  })

  // With a valid payload, see `writes.test.ts`.
  const closed = declaredCalls.filter(({ call }) => call.level !== 'public' && !call.for?.includes(kind))

  test.each(closed.map(({ call }) => ({ name: call.name, call })))(
    'is refused by $name, without a payload',
    async ({ call }) => {
      expect(await accountOf(kind).client.send(call, {})).toMatchObject(outside)
    },
  )

  test('are refused exports, including a file requested while it was a platform account', async () => {
    const { client, token, staffId } = await person(product, { permissions: everyMenu(3) })
    const requested = await client.send(systemRecords.countryCalls.list, { export: 'csv' })
    const { url } = (requested as unknown as { result: { url: string } }).result
    const fetch = async () => (await product.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode
    expect(await fetch()).toBe(200)
    await product.database
      .updateTable('access.staff')
      .set(kind === 'guild' ? { union_id: await aGuild(world) } : { agent_id: 8 })
      .where('id', '=', staffId)
      .execute()
    expect(await fetch()).toBe(404)
    expect(await product.as(token).send(systemRecords.countryCalls.list, { export: 'csv' })).toMatchObject(outside)
  })

  test('get no push, no picture under audit, and upload no gift', async () => {
    const { token } = accountOf(kind)
    const headers = { token }
    for (const topic of Object.keys(pushTopics)) {
      const response = await product.app.inject({ url: `${basePath}${pushPath}`, query: { topic }, headers })
      expect(response.json()).toMatchObject({ code: 500, errorCode: 10026, detail: [{ reason: 'account.kind' }] })
    }
    const query = { kind: 'photo', id: 'none', index: '0' }
    const picture = await product.app.inject({ url: `${basePath}${auditPicturePath}`, query, headers })
    expect(picture.statusCode).toBe(403)
    const upload = multipart({ purpose: 'giftPicture' }, Buffer.from('x'))
    const response = await product.app.inject({
      method: 'POST',
      url: `${basePath}/sys/file/upload?operationId=${anOperationId()}`,
      payload: upload.payload,
      headers: { ...upload.headers, token },
    })
    expect(response.json()).toMatchObject({ code: 500, errorCode: 10026, detail: [{ reason: 'menu.missing' }] })
  })

  test('see no work of staff on Home, whatever menus they have', async () => {
    await anApproval(world)
    const staff = await person(product, { permissions: everyMenu(3) })
    expect((await staff.client.call(home, {})).todo).not.toEqual([])
    const own = new Set(homeTodos({} as never).flatMap(({ key, of }) => (of === undefined ? [] : [key])))
    const seen = (await accountOf(kind).client.call(home, {})).todo.map(({ key }) => key)
    expect(seen.filter((key) => !own.has(key))).toEqual([])
  })
})
