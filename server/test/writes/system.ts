// Parameters, records and approvals.
import { setupStepSet } from '@greenroom/contract/installation'
import * as system from '@greenroom/contract/system'
import * as systemRecords from '@greenroom/contract/systemRecords'
import * as stops from '@greenroom/contract/systemStops'
import { keptOpen } from '../payouts.ts'
import { person } from '../people.ts'
import type { Client } from '../product.ts'
import { aNumber, reason, unique } from '../world/base.ts'
import {
  aDeadLetter,
  anApproval,
  anEntry,
  anImport,
  aParam,
  aTemplate,
  aVersion,
  template,
  version,
} from '../world/system.ts'
import type { Write } from './write.ts'

/** Who decided the request whose decision is undone. */
let decider: Client | undefined

export const systemWrites: Record<string, Write> = {
  importStart: { leaves: 'after', payload: async () => ({}) },
  importPart: {
    leaves: 'after',
    payload: async (world) => ({
      importId: await anImport(world, 'loading'),
      fileName: 'a.ndjson',
      number: 0,
      last: true,
    }),
    file: async () => Buffer.from('{"kind":"totals","of":"user","count":0}\n'),
  },
  importCheck: {
    leaves: 'both',
    payload: async (world) => ({ importId: await anImport(world, 'checked'), version: 1 }),
  },
  importApply: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ importId: await anImport(world, 'checked'), version: 1, reason }),
  },
  importUndo: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ importId: await anImport(world, 'applied'), version: 1, reason }),
  },
  importDiscard: {
    leaves: 'both',
    payload: async (world) => ({ importId: await anImport(world, 'checked'), version: 1, reason }),
  },
  paramSet: {
    leaves: 'both',
    payload: async (world) => {
      const param = await aParam(world)
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
    payload: async (world) => ({ key: (await aParam(world, 'bulk_keep_days')).key, editable: false, reason }),
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
        const { version: at, value: now } = await aParam(world, key)
        await world.admin.call(system.paramSet, { key, value: now === value ? '23' : value, version: at, reason })
      }
      const { records } = await world.admin.call(system.paramHistory, { key })
      return { key, changeId: records[1]!.id, version: (await aParam(world, key)).version, reason }
    },
  },

  giftTemplateSave: { leaves: 'after', payload: template },
  giftTemplateUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aTemplate(world), version: 1, ...(await template(world)) }),
  },
  giftTemplateEnable: {
    leaves: 'both',
    payload: async (world) => {
      await world.product.database.updateTable('system.gift_template').set({ enabled: false }).execute()
      return { id: await aTemplate(world), version: 1, enabled: true }
    },
  },
  giftTemplateDelete: { leaves: 'before', payload: async (world) => ({ ids: [await aTemplate(world)], reason }) },

  whitelistSave: { leaves: 'after', payload: async () => ({ kind: 'device', value: unique('device') }) },
  whitelistUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await anEntry(world), version: 1, note: 'kept' }),
  },
  whitelistDelete: { leaves: 'before', payload: async (world) => ({ ids: [await anEntry(world)], reason }) },

  versionSave: { leaves: 'after', payload: async () => ({ app: unique('App '), build: 1, ...version }) },
  versionUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aVersion(world), ...version, version: 1 }),
  },
  versionDelete: { leaves: 'before', payload: async (world) => ({ ids: [await aVersion(world)], reason }) },

  countryUpdate: {
    leaves: 'both',
    payload: async ({ admin }) => {
      const { records } = await admin.call(systemRecords.countryCalls.list, { q: 'AT' })
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
    payload: async (world) => ({ ids: [await anApproval(world)], decision: 'refuse', reason }),
  },
  approvalUndo: {
    by: async () => decider!,
    leaves: 'both',
    payload: async (world) => {
      const ids = [await anApproval(world)]
      const made = (await person(world.product, { permissions: { 'system.approval': 3, 'system.param': 3 } })).client
      decider = made
      const { undo } = await made.call(system.approvalDecide, { ids, decision: 'refuse', reason, undoSeconds: 10 })
      return { decisionId: await keptOpen(world, undo) }
    },
  },
  setupStepSet: {
    leaves: 'both',
    payload: async ({ admin }) => {
      await admin.call(setupStepSet, { step: 'import', state: 'skipped', word: unique('nothing ') })
      return { step: 'import', state: 'open' }
    },
  },
  mailTest: { leaves: 'after', payload: async () => ({ to: 'anna@example.com' }) },
  messageAgain: { leaves: 'both', payload: async (world) => ({ messageId: await aDeadLetter(world) }) },
  messageWithdraw: { leaves: 'both', payload: async (world) => ({ messageId: await aDeadLetter(world) }) },
  smsTest: { leaves: 'after', payload: async () => ({ areaCode: '86', phoneNumber: aNumber() }) },
  stopOn: { leaves: 'after', payload: async () => ({ kind: 'gateway', thing: unique('gateway '), reason }) },
  stopOff: {
    leaves: 'both',
    payload: async ({ admin }) => {
      const { stopId } = await admin.call(stops.stopOn, { kind: 'gateway', thing: unique('gateway '), reason })
      return { stopId, reason }
    },
  },
  approvalAsk: {
    by: async ({ product }) =>
      (await person(product, { permissions: { 'system.approval': 3, 'system.param': 3 } })).client,
    leaves: 'after',
    payload: async (world) => ({ approvalId: await anApproval(world), question: 'Which invoice is it for?' }),
  },
  approvalAnswer: {
    leaves: 'both',
    payload: async (world) => {
      const approvalId = await anApproval(world)
      const checker = await person(world.product, { permissions: { 'system.approval': 3, 'system.param': 3 } })
      await checker.client.call(system.approvalAsk, { approvalId, question: 'Which invoice is it for?' })
      return { approvalId, answer: 'That of May' }
    },
  },
  approvalCancel: { leaves: 'both', payload: async (world) => ({ ids: [await anApproval(world)] }) },
}
