// Sentences about approvals.
import type { Sentence } from './words.ts'

const verbs = {
  requested: { en: 'Approval requested', cn: '提交审批' },
  approved: { en: 'Approved', cn: '审批通过' },
  refused: { en: 'Rejected', cn: '审批拒绝' },
  cancelled: { en: 'Cancelled', cn: '撤回审批' },
  lapsed: { en: 'Expired', cn: '审批过期' },
  failed: { en: 'Approved, but could not be applied', cn: '已批准，但未能生效' },
  pending: { en: 'Waiting', cn: '等待审批' },
} as const satisfies Record<string, Sentence>

/** The decision on a request: `Approved: Grant 250,000 tokens to …`. */
export const approvalEnded = (how: keyof typeof verbs, title: Sentence): Sentence => ({
  en: `${verbs[how].en}: ${title.en}`,
  cn: `${verbs[how].cn}：${title.cn}`,
})
