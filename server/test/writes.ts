// A valid payload for every call that changes something, and what it must leave in the operation log. A new call needs
// a line here: the tests that use this table fail without one.

import * as access from '@greenroom/contract/access'
import * as clients from '@greenroom/contract/clients'
import * as system from '@greenroom/contract/system'
import { agentWrites } from './agents.ts'
import { chainWrites } from './chain.ts'
import { financeWrites } from './finance.ts'
import { moneyWrites } from './guildMoney.ts'
import { indicatorWrites } from './indicators.ts'
import { officialWrites } from './official.ts'
import { payoutWrites } from './payouts.ts'
import { person, sessionOf } from './people.ts'
import type { Client } from './product.ts'
import { promotionWrites } from './promotion.ts'
import { sanctionsWrites } from './sanctions.ts'
import { settlementWrites } from './settlements.ts'
import * as one from './world.ts'
import { reason, unique, version, type World } from './world.ts'

export type Write = {
  /** Creates the call's object and returns the payload. */
  payload(world: World): Promise<object>
  /** The caller; by default the administrator. */
  by?(world: World): Promise<Client>
  /** It waits for a checker, and nothing changes yet. */
  asks?: true
  /** Which states of the row the entry contains: before, after, both, or neither (logging in, sending a code). */
  leaves: 'before' | 'after' | 'both' | 'neither'
  /** Only for the multipart call. */
  file?(): Promise<Buffer>
}

export const writes: Record<string, Write> = {
  login: {
    by: one.nobody,
    leaves: 'neither',
    payload: async (world) => ({
      username: (await one.aPersonWithPassword(world)).username,
      password: one.oldPassword,
    }),
  },
  logout: { by: one.somebody, leaves: 'neither', payload: async () => ({}) },
  passwordChange: {
    by: async (world) => (await one.aPersonWithPassword(world)).client,
    leaves: 'after',
    payload: async () => ({ password: one.oldPassword, newPassword: 'An0ther-of-tests' }),
  },
  passwordReset: { by: one.nobody, leaves: 'after', payload: one.aForgottenPassword },
  languageChoose: { by: one.somebody, leaves: 'both', payload: async () => ({ language: 'cn' }) },
  sessionEnd: {
    leaves: 'before',
    payload: async ({ product, admin }) => {
      await sessionOf(product, 'admin')
      const { sessions } = await admin.call(access.sessionList, {})
      return { sessionId: sessions.find((session) => !session.current)!.sessionId }
    },
  },
  viewSave: {
    leaves: 'after',
    payload: async () => ({ screen: '/sys/user', name: unique('View '), query: 'status=1' }),
  },
  viewDelete: { leaves: 'before', payload: async (world) => ({ viewId: await one.aView(world) }) },
  fileUpload: { leaves: 'after', payload: async () => ({ purpose: 'giftPicture' }), file: one.aPicture },
  exportCancel: { leaves: 'both', payload: async (world) => ({ exportId: await one.anExport(world) }) },
  bulkStart: {
    leaves: 'after',
    payload: async (world) => ({
      bulkId: await one.aSelection(world),
      call: 'userLogOut',
      payload: JSON.stringify({ reason: 'x' }),
    }),
  },
  bulkCancel: { leaves: 'both', payload: async (world) => ({ bulkId: await one.aBulk(world) }) },
  smsSend: {
    by: one.nobody,
    leaves: 'after',
    payload: async () => ({ areaCode: '86', phoneNumber: one.aNumber(), validate: 'register' }),
  },
  memberInvite: {
    leaves: 'after',
    payload: async (world) => ({ guildId: await one.aGuild(world), ids: [String(await one.anAnchorToBe(world))] }),
  },
  memberTakeBack: { leaves: 'before', payload: async (world) => ({ ids: [await one.aMember(world, 'invited')] }) },
  memberAgree: { leaves: 'both', payload: async (world) => ({ ids: [await one.aMember(world, 'leaving')] }) },
  memberExpel: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.aMember(world, 'active')], reason }),
  },
  unionRegister: { by: one.nobody, leaves: 'after', payload: one.application },

  guildAgree: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anApplication(world)] }),
  },
  guildRefuse: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anApplication(world)], reason }),
  },
  guildBan: { leaves: 'both', payload: async (world) => ({ ids: [await one.aGuild(world)], reason }) },
  guildUnban: { leaves: 'both', payload: async (world) => ({ ids: [await one.aGuild(world, 'banned')], reason }) },
  guildDissolve: { leaves: 'both', payload: async (world) => ({ ids: [await one.aGuild(world)], reason }) },
  guildLeader: {
    leaves: 'both',
    payload: async (world) => ({
      guildId: await one.aGuild(world),
      version: 1,
      ...(await one.aGrownLeader(world)),
      reason,
    }),
  },
  guildParent: {
    leaves: 'both',
    payload: async (world) => ({ guildId: await one.aGuild(world), parentId: await one.aGuild(world), reason }),
  },
  guildRate: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ guildId: await one.aSubAgency(world), rateBp: 700, reason }),
  },
  guildMethod: {
    by: async (world) => (await one.aLeader(world)).client,
    leaves: 'both',
    payload: async (world) => ({ smsCode: await one.aWithdrawCode(world) }),
  },
  guildSubSave: {
    leaves: 'after',
    payload: async (world) => ({
      parentId: await one.aGuild(world),
      unionName: unique('Sub '),
      ...(await one.aGrownLeader(world)),
    }),
  },
  guildAccountSave: {
    by: async (world) => (await one.aLeader(world)).client,
    leaves: 'after',
    payload: async (world) => ({ username: await one.aHelperName(world) }),
  },
  guildAccountStatus: {
    by: async (world) => (await one.aLeader(world)).client,
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.aHelper(world)], status: 0 }),
  },
  guildAccountReset: {
    by: async (world) => (await one.aLeader(world)).client,
    leaves: 'both',
    payload: async (world) => ({ userId: await one.aHelper(world) }),
  },

  staffSave: {
    leaves: 'after',
    payload: async (world) => ({ username: unique('staff'), roleIds: [await one.aRole(world)] }),
  },
  staffUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      userId: await one.aPerson(world),
      version: 1,
      roleIds: [await one.aRole(world)],
      remark: 'x',
    }),
  },
  staffStatus: { leaves: 'both', payload: async (world) => ({ ids: [await one.aPerson(world)], status: 0, reason }) },
  staffPasswordReset: { leaves: 'both', payload: async (world) => ({ userId: await one.aPerson(world), reason }) },
  staffGoogleUnbind: {
    leaves: 'both',
    payload: async (world) => {
      return { userId: await one.aBoundPerson(world), reason }
    },
  },
  staffSessionsEnd: { leaves: 'both', payload: async (world) => ({ ids: [await one.aPerson(world)], reason }) },
  staffDelete: { leaves: 'before', payload: async (world) => ({ ids: [await one.aPerson(world)], reason }) },

  roleSave: { leaves: 'after', payload: async () => ({ roleName: unique('Role '), menuIds: [20100] }) },
  roleUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      roleId: await one.aRole(world),
      roleName: unique('Role '),
      menuIds: [20101],
      version: 1,
    }),
  },
  roleDelete: { leaves: 'before', payload: async (world) => ({ roleIds: [await one.aRole(world)] }) },

  menuSave: {
    leaves: 'after',
    payload: async () => ({
      parentId: 100,
      type: 'menu',
      nameEn: unique('Menu '),
      nameCn: '菜单',
      path: 'https://example.com',
    }),
  },
  menuUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await one.aMenu(world), version: 1, nameEn: unique('Menu '), nameCn: '新' }),
  },
  menuMove: {
    leaves: 'both',
    payload: async (world) => {
      const [first, second] = [await one.aMenu(world), await one.aMenu(world)]
      return { id: Math.max(first, second), version: 1, to: 'up' }
    },
  },
  menuDelete: { leaves: 'before', payload: async (world) => ({ id: await one.aMenu(world), reason }) },

  paramSet: {
    leaves: 'both',
    payload: async (world) => {
      const param = await one.aParam(world)
      return { key: param.key, value: String((Number(param.value) % 100) + 1), version: param.version, reason }
    },
  },
  paramAdd: {
    leaves: 'after',
    payload: async () => ({
      key: unique('added_'),
      type: 'text',
      value: 'x',
      nameEn: 'X',
      nameCn: '某',
      frontEndNeeded: true,
    }),
  },
  paramEditable: {
    leaves: 'both',
    payload: async (world) => ({ key: (await one.aParam(world, 'bulk_keep_days')).key, editable: false, reason }),
  },
  paramDelete: {
    leaves: 'before',
    payload: async ({ admin }) => {
      const key = unique('gone_')
      await admin.call(system.paramAdd, {
        key,
        type: 'text',
        value: 'x',
        nameEn: 'X',
        nameCn: '某',
        frontEndNeeded: false,
      })
      return { key, reason }
    },
  },
  paramRevert: {
    leaves: 'both',
    payload: async (world) => {
      const key = 'sms_per_address_day'
      for (const value of ['21', '22']) {
        const { version: at, value: now } = await one.aParam(world, key)
        await world.admin.call(system.paramSet, { key, value: now === value ? '23' : value, version: at, reason })
      }
      const { records } = await world.admin.call(system.paramHistory, { key })
      return { key, changeId: records[1]!.id, version: (await one.aParam(world, key)).version, reason }
    },
  },

  giftTemplateSave: { leaves: 'after', payload: one.template },
  giftTemplateUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await one.aTemplate(world), version: 1, ...(await one.template(world)) }),
  },
  giftTemplateEnable: {
    leaves: 'both',
    payload: async (world) => {
      await world.product.database.updateTable('system.gift_template').set({ enabled: false }).execute()
      return { id: await one.aTemplate(world), version: 1, enabled: true }
    },
  },
  giftTemplateDelete: { leaves: 'before', payload: async (world) => ({ ids: [await one.aTemplate(world)], reason }) },

  whitelistSave: { leaves: 'after', payload: async () => ({ kind: 'device', value: unique('device') }) },
  whitelistUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await one.anEntry(world), version: 1, note: 'kept' }),
  },
  whitelistDelete: { leaves: 'before', payload: async (world) => ({ ids: [await one.anEntry(world)], reason }) },

  versionSave: { leaves: 'after', payload: async () => ({ app: unique('App '), build: 1, ...version }) },
  versionUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await one.aVersion(world), ...version, version: 1 }),
  },
  versionDelete: { leaves: 'before', payload: async (world) => ({ ids: [await one.aVersion(world)], reason }) },

  countryUpdate: {
    leaves: 'both',
    payload: async ({ admin }) => {
      const { records } = await admin.call(system.countryList, { q: 'AT' })
      const {
        code,
        names,
        diallingCode,
        currency,
        region,
        sort,
        version: at,
      } = records.find((row) => row.code === 'AT')!
      return { code, nameEn: names.en, nameCn: names.cn, diallingCode, currency, region, sort, version: at }
    },
  },
  countryEnable: {
    leaves: 'both',
    payload: async ({ product }) => {
      await product.database.updateTable('system.country').set({ enabled: true }).execute()
      return { codes: ['FR'], enabled: false }
    },
  },

  approvalDecide: {
    by: async ({ product }) =>
      (await person(product, { permissions: { 'system.approval': 3, 'system.param': 3 } })).client,
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anApproval(world)], decision: 'refuse', reason }),
  },
  approvalCancel: { leaves: 'both', payload: async (world) => ({ ids: [await one.anApproval(world)] }) },

  clientSave: {
    asks: true,
    leaves: 'after',
    payload: async () => ({ name: unique('App '), endpoint: 'https://app.example.com/greenroom' }),
  },
  clientUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      clientId: await one.aBridgeClient(world),
      version: 1,
      name: unique('App '),
      endpoint: 'https://app.example.com/greenroom',
    }),
  },
  clientEnable: {
    leaves: 'both',
    payload: async (world) => ({ clientId: await one.aBridgeClient(world), enabled: false, reason }),
  },
  clientDelete: { leaves: 'before', payload: async (world) => ({ clientId: await one.aBridgeClient(world), reason }) },
  clientSecretRotate: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ clientId: await one.aBridgeClient(world), keepHours: 24 }),
  },
  clientSecretReveal: { leaves: 'both', payload: async (world) => ({ secretId: await one.aSecretToFetch(world) }) },
  clientSecretEnd: {
    leaves: 'both',
    payload: async (world) => {
      const clientId = await one.aBridgeClient(world)
      const { records } = await world.admin.call(clients.clientList, { size: 200 })
      return { secretId: records.find((row) => row.clientId === clientId)!.secrets[0]!.secretId, reason }
    },
  },
  deliveryResume: {
    leaves: 'both',
    payload: async (world) => {
      await one.aPause(world)
      return { reason }
    },
  },
  deliveryReplay: {
    leaves: 'both',
    payload: async (world) => ({ ids: [(await one.aDeadLetter(world)).deliveryId], reason }),
  },

  dynamicState: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.aDynamic(world)], state: 'hidden', reason }),
  },
  dynamicPin: { leaves: 'both', payload: async (world) => ({ ids: [await one.aDynamic(world)], pinned: true }) },
  topicState: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.aTopic(world)], state: 'hidden', reason }),
  },
  topicPin: { leaves: 'both', payload: async (world) => ({ ids: [await one.aTopic(world)], pinned: true }) },
  commentState: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.aComment(world)], state: 'hidden', reason }),
  },

  userBan: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anAppUser(world)], kind: 'id', hours: 24, reason }),
  },
  userUnban: { leaves: 'both', payload: async (world) => ({ ids: [await one.aBannedUser(world)], reason }) },
  userGrant: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anAppUser(world)], tokens: 10, kind: 'reward', reason }),
  },
  userDeduct: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anAppUser(world)], tokens: 10, kind: 'correction', reason }),
  },
  userGrantReverse: {
    leaves: 'both',
    payload: async (world) => ({ operationId: await one.aGrant(world), reason }),
  },
  userFlag: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anAppUser(world)], flag: 'internal', on: true, reason }),
  },
  userLogOut: { leaves: 'after', payload: async (world) => ({ ids: [await one.anAppUser(world)], reason }) },
  guildReveal: {
    leaves: 'after',
    payload: async (world) => ({ guildId: await one.aGuild(world), field: 'email', reason }),
  },
  userReveal: {
    leaves: 'after',
    payload: async (world) => ({ userId: await one.anAppUser(world), field: 'phone', reason }),
  },
  userNoteSave: {
    leaves: 'after',
    payload: async (world) => ({ userId: await one.anAppUser(world), text: 'A note' }),
  },
  userNoteUpdate: {
    leaves: 'both',
    payload: async (world) => ({ noteId: await one.aNote(world), text: 'Another', version: 1 }),
  },
  userNoteDelete: { leaves: 'before', payload: async (world) => ({ noteId: await one.aNote(world) }) },
  deviceBan: { leaves: 'both', payload: async (world) => ({ ids: [await one.aDevice(world)], hours: 24, reason }) },
  deviceUnban: { leaves: 'both', payload: async (world) => ({ ids: [await one.aBannedDevice(world)], reason }) },
  monitorWarn: {
    leaves: 'after',
    payload: async (world) => ({ kind: 'live', id: await one.aBroadcast(world), reason }),
  },
  monitorStop: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'live', id: await one.aBroadcast(world), reason }),
  },
  monitorForbid: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'live', id: await one.aBroadcast(world), hours: 1, reason }),
  },
  liveForbid: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await one.anAppUser(world)], hours: 24, reason }),
  },
  liveAllow: { leaves: 'both', payload: async (world) => ({ ids: [await one.aForbid(world)], reason }) },
  auditClaim: {
    leaves: 'after',
    payload: async (world) => {
      await one.aLook(world)
      return { kind: 'photo', size: 40, sort: 'waiting' }
    },
  },
  auditRelease: {
    leaves: 'before',
    payload: async (world) => ({ kind: 'photo', ids: [await one.aLook(world, 'admin')], skip: true }),
  },
  auditDecide: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'photo', ids: [await one.aLook(world, 'admin')], decision: 'passed' }),
  },
  auditUndo: { leaves: 'both', payload: async (world) => ({ kind: 'photo', ids: [await one.aDecidedLook(world)] }) },
  auditSettingsSave: {
    leaves: 'both',
    payload: async () => ({ blur: true, greyscale: false, pageItems: 12, view: 'single', sort: 'waiting' }),
  },
  auditOverturn: {
    leaves: 'both',
    payload: async (world) => ({
      ids: [await one.aPassedItem(world)],
      decision: 'failed',
      templateId: await one.aReasonTemplate(world),
    }),
  },
  auditTemplateSave: { leaves: 'after', payload: async () => one.reasonTemplate() },
  auditTemplateUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      templateId: await one.aReasonTemplate(world),
      version: 1,
      ...one.reasonTemplate(),
    }),
  },
  auditTemplateEnable: {
    leaves: 'both',
    payload: async (world) => ({ templateId: await one.aReasonTemplate(world), version: 1, enabled: false }),
  },
  reportClaim: {
    leaves: 'after',
    payload: async (world) => {
      await one.aReportedPerson(world)
      return { size: 20, sort: 'waiting' }
    },
  },
  reportDecide: {
    leaves: 'both',
    payload: async (world) => ({ ...(await one.aCase(world)), action: 'nothing', reason }),
  },
  ...promotionWrites,
  ...agentWrites,
  ...financeWrites,
  ...indicatorWrites,
  ...officialWrites,
  ...chainWrites,
  ...payoutWrites,
  ...sanctionsWrites,
  ...moneyWrites,
  ...settlementWrites,
  reportUndo: { leaves: 'both', payload: async (world) => ({ reviewId: await one.aClosedCase(world) }) },
}
