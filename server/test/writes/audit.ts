// Reviews, reason templates and reports.
import {
  aCase,
  aClosedCase,
  aDecidedReview,
  aPassedItem,
  aPendingReview,
  aReasonTemplate,
  aReportedPerson,
  reasonTemplate,
} from '../world/audits.ts'
import { reason } from '../world/base.ts'
import type { Write } from './write.ts'

export const auditWrites: Record<string, Write> = {
  auditClaim: {
    leaves: 'after',
    payload: async (world) => {
      await aPendingReview(world)
      return { kind: 'photo', size: 40, sort: 'waiting' }
    },
  },
  auditHeap: {
    leaves: 'after',
    payload: async (world) => ({ kind: 'photo', reviewId: await aPendingReview(world, 'admin') }),
  },
  auditRelease: {
    leaves: 'before',
    payload: async (world) => ({ kind: 'photo', ids: [await aPendingReview(world, 'admin')], skip: true }),
  },
  auditDecide: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'photo', ids: [await aPendingReview(world, 'admin')], decision: 'passed' }),
  },
  auditUndo: { leaves: 'both', payload: async (world) => ({ kind: 'photo', ids: [await aDecidedReview(world)] }) },
  auditSettingsSave: {
    leaves: 'both',
    payload: async () => ({ blur: true, greyscale: false, pageItems: 12, view: 'single', sort: 'waiting' }),
  },
  auditOverturn: {
    leaves: 'both',
    payload: async (world) => ({
      ids: [await aPassedItem(world)],
      decision: 'failed',
      templateId: await aReasonTemplate(world),
    }),
  },
  auditTemplateSave: { leaves: 'after', payload: async () => reasonTemplate() },
  auditTemplateUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      templateId: await aReasonTemplate(world),
      version: 1,
      ...reasonTemplate(),
    }),
  },
  auditTemplateEnable: {
    leaves: 'both',
    payload: async (world) => ({ templateId: await aReasonTemplate(world), version: 1, enabled: false }),
  },
  reportClaim: {
    leaves: 'after',
    payload: async (world) => {
      await aReportedPerson(world)
      return { size: 20, sort: 'waiting' }
    },
  },
  reportDecide: {
    leaves: 'both',
    payload: async (world) => ({ ...(await aCase(world)), action: 'nothing', reason }),
  },
  reportUndo: { leaves: 'both', payload: async (world) => ({ reviewId: await aClosedCase(world) }) },
}
