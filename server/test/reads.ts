// A payload for every reading call that requires one. A new call needs a line here.

import { benefitSave } from '@greenroom/contract/benefits'
import { booksMonthList } from '@greenroom/contract/books'
import * as flow from '@greenroom/contract/flow'
import * as system from '@greenroom/contract/system'
import { aChannel, aLanding, anEndedLine, aPromoter, benefitPayload } from '../src/rooms/promotion/promotion.fixture.ts'
import { someAgent } from './agents.ts'
import { aDeposit } from './chain.ts'
import { aChargeback, aDifference, anOrder, aStatement } from './finance.ts'
import { indicatorReads } from './indicators.ts'
import { aBanner, aGift, aMessage, anOfficialAccount } from './official.ts'
import { aBatch, aFreshWithdrawal } from './payouts.ts'
import { anOperationId } from './product.ts'
import { aHit } from './sanctions.ts'
import { aSettlement } from './settlements.ts'
import { aPassedItem } from './world/audits.ts'
import type { World } from './world/base.ts'
import { aGuild, aMember } from './world/guilds.ts'
import { aBroadcast, aBroadcaster, aCall } from './world/live.ts'
import { aProvider } from './world/provider.ts'
import { aBoundPerson, aFirstPassword } from './world/staff.ts'
import { aBulk, anApproval, anEntry, anExport, anImport, aTemplate, aVersion } from './world/system.ts'
import { aComment, aDynamic, aGrant, anAppUser } from './world/users.ts'

/** Payloads of reading calls. */
export const reads = (world: World): Record<string, () => Promise<Record<string, string | number>>> => ({
  providerBegin: async () => {
    await aProvider(world)
    return {}
  },
  linkInfo: async () => ({ token: (await aFirstPassword(world)).token }),
  messageInfo: async () => ({ id: await aMessage(world) }),
  messageMissed: async () => ({ id: await aMessage(world) }),
  messageSize: async () => ({ audience: JSON.stringify({ userType: 'all' }) }),
  giftInfo: async () => ({ id: await aGift(world) }),
  ...indicatorReads(world),
  placementList: async () => ({ kind: 'banner' }),
  placementInfo: async () => ({ kind: 'banner', id: await aBanner(world) }),
  placementShown: async () => ({ kind: 'banner', position: 'home' }),
  officialAccountInfo: async () => ({ id: await anOfficialAccount(world) }),
  landingInfo: async () => ({ id: await aLanding(world.admin) }),
  channelInfo: async () => ({ id: (await aChannel(world.admin)).id }),
  channelPeople: async () => ({ id: (await aChannel(world.admin)).id, hint: 'noSession' }),
  benefitInfo: async () => ({
    id: (await world.admin.call(benefitSave, benefitPayload(world.product))).id,
  }),
  benefitGrantList: async () => ({ id: 1 }),
  promoterSettleInfo: async () => ({ id: (await anEndedLine(world.product, world.admin)).id }),
  channelChoices: async () => ({ kind: 'channel' }),
  payoutBatchPreview: async () => ({ lines: [{ source: 'withdrawal', id: 'none' }] }) as never,
  promoterInfo: async () => ({ id: await aPromoter(world.admin) }),
  whoCan: async () => ({ of: 'menu', key: 'system.user' }),
  staffInfo: async () => ({ userId: await aBoundPerson(world) }),
  roleInfo: async () => ({ roleId: 1 }),
  logInfo: async () => ({ id: (await world.admin.call(system.logList, { size: 1 })).records[0]!.id }),
  paramHistory: async () => ({ key: 'login_failures' }),
  giftTemplateInfo: async () => ({ id: await aTemplate(world) }),
  whitelistInfo: async () => ({ id: await anEntry(world) }),
  versionInfo: async () => ({ id: await aVersion(world) }),
  approvalInfo: async () => ({ approvalId: await anApproval(world) }),
  approvalOwn: async () => ({ approvalId: await anApproval(world) }),
  viewList: async () => ({ screen: '/sys/log' }),
  userDetail: async () => ({ userId: await anAppUser(world) }),
  deviceUserList: async () => ({ deviceId: 'a-device' }),
  userContentList: async () => ({ userId: 1 }),
  userReportList: async () => ({ userId: 1 }),
  auditBacklog: async () => ({ kind: 'photo' }),
  auditPerson: async () => ({ kind: 'photo', userId: await anAppUser(world) }),
  auditTemplateChoices: async () => ({ kind: 'photo' }),
  dynamicInfo: async () => ({ dynamicId: await aDynamic(world) }),
  commentInfo: async () => ({ commentId: await aComment(world) }),
  auditItemInfo: async () => ({ itemId: await aPassedItem(world) }),
  personData: async () => ({ userId: await anAppUser(world) }),
  userNoteList: async () => ({ userId: await anAppUser(world) }),
  operationSettle: async () => ({ call: 'viewSave', operationId: anOperationId() }),
  frontErrorReport: async () => ({ release: 'index-x', screen: '/sys/bridge', kind: 'crash', message: 'x', stack: '' }),
  exportStatus: async () => ({ exportId: await anExport(world) }),
  bulkFreeze: async () => ({ list: 'userList', filters: JSON.stringify({ q: String(await anAppUser(world)) }) }),
  bulkInfo: async () => ({ bulkId: await aBulk(world) }),
  bulkOutcomes: async () => ({ bulkId: await aBulk(world) }),
  memberFlowEntries: async () => ({ memberId: await aMember(world, 'active') }),
  userMemberList: async () => ({ userId: await anAppUser(world) }),
  userCallList: async () => ({ userId: 1 }),
  userLiveList: async () => ({ userId: 1 }),
  userGiftList: async () => ({ userId: 1 }),
  userSenders: async () => ({ userId: 1 }),
  userForbidList: async () => ({ userId: 1 }),
  liveLadder: async () => ({ userId: await anAppUser(world) }),
  liveUserInfo: async () => ({ userId: await aBroadcaster(world) }),
  booksChecklist: async () => ({ month: (await world.admin.call(booksMonthList, {})).months[0]!.month }),
  withdrawalInfo: async () => ({ withdrawalId: await aFreshWithdrawal(world) }),
  sanctionsHitInfo: async () => ({ hitId: await aHit(world) }),
  usdtInInfo: async () => ({ id: await aDeposit(world) }),
  usdtInPayer: async () => ({ ownerKind: 'user', ownerId: await anAppUser(world) }),
  userGrantFacts: async () => ({ ids: String(await anAppUser(world)), direction: 'grant' }),
  payoutBatchInfo: async () => ({ batchId: (await aBatch(world)).batchId }),
  payoutResultRead: async () => ({ batchId: (await aBatch(world)).batchId, csv: 'payoutId,outcome\n' }),
  rechargeInfo: async () => ({ orderId: await anOrder(world) }),
  importInfo: async () => ({ importId: await anImport(world, 'checked') }),
  importFaultList: async () => ({ importId: await anImport(world, 'checked') }),
  statementInfo: async () => ({ statementId: await aStatement(world) }),
  statementLineList: async () => ({ statementId: await aStatement(world) }),
  differenceInfo: async () => ({ differenceId: await aDifference(world) }),
  chargebackInfo: async () => ({ chargebackId: await aChargeback(world) }),
  chargebackEarners: async () => ({ chargebackId: await aChargeback(world) }),
  userChargebackList: async () => ({ userId: 1 }),
  liveRecordInfo: async () => ({ liveId: await aBroadcast(world) }),
  liveCallInfo: async () => ({ callId: await aCall(world) }),
  userOrderList: async () => ({ userId: 1 }),
  userWithdrawalList: async () => ({ userId: 1 }),
  userEntryList: async () => ({ userId: 1 }),
  flowTransferInfo: async () => {
    await aGrant(world)
    return { transferId: (await world.admin.call(flow.flowTokenList, { size: 1 })).records[0]!.transferId }
  },
  flowDetached: async () => ({ kind: 'all' }),
  flowBalance: async () => {
    await aGrant(world)
    const { owner } = (await world.admin.call(flow.flowTokenList, { purpose: 'promo', size: 1 })).records[0]!
    return { owner, purpose: 'promo', currency: 'TOKEN' }
  },
  agentInfo: async () => ({ userId: (await someAgent(world)).userId }),
  agentBuyer: async () => ({ userId: 1 }),
  guildMoney: async () => ({ guildId: await aGuild(world) }),
  planPreview: async () => ({ id: 1 }),
  planInfo: async () => ({ id: 1 }),
  guildInfo: async () => ({ guildId: await aGuild(world) }),
  guildEventList: async () => ({ guildId: await aGuild(world) }),
  guildFamily: async () => ({ guildId: await aGuild(world) }),
  everyDayReportDetail: async () => ({ id: `${await aGuild(world)}-2026-11-20` }),
  subAgencyDay: async () => ({ time: '2026-11-20' }),
  subAgencyWeek: async () => ({ startTime: '2026-11-16', endTime: '2026-11-22' }),
  settlementInfo: async () => ({ settlementId: (await aSettlement(world)).settlementId }),
  settlementLineList: async () => ({ settlementId: (await aSettlement(world)).settlementId }),
  settlementSlip: async () => {
    const { settlementId, guild } = await aSettlement(world)
    return { settlementId, userId: Number(guild.anchors[0]) }
  },
  unionRegisterCheck: async () => ({ checkType: 'unionName', unionName: 'A free name' }),
})
