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

const decided = { approve: { en: 'approved', cn: '批准' }, refuse: { en: 'rejected', cn: '拒绝' } } as const

/** A decision that takes effect after some seconds. */
export const approvalDecided = (verb: keyof typeof decided, title: Sentence, seconds: number): Sentence => ({
  en: `To be ${decided[verb].en} in ${seconds} s: ${title.en}`,
  cn: `将于 ${seconds} 秒后${decided[verb].cn}：${title.cn}`,
})

export const approvalUndone = (verb: keyof typeof decided, title: Sentence): Sentence => ({
  en: `Not ${decided[verb].en}, pending again: ${title.en}`,
  cn: `已撤销“${decided[verb].cn}”，恢复待审批：${title.cn}`,
})

/** The decision was refused when it took effect. */
export const approvalNotInEffect = (verb: keyof typeof decided, title: Sentence): Sentence => ({
  en: `Could not be ${decided[verb].en}, pending again: ${title.en}`,
  cn: `未能${decided[verb].cn}，恢复待审批：${title.cn}`,
})

const exchanges = {
  asked: { en: 'Question about a request', cn: '询问申请' },
  answered: { en: 'Answer about a request', cn: '答复询问' },
} as const satisfies Record<string, Sentence>

/** A checker's question to a request's maker, or the answer. */
export const approvalDiscussed = (how: keyof typeof exchanges, title: Sentence): Sentence => ({
  en: `${exchanges[how].en}: ${title.en}`,
  cn: `${exchanges[how].cn}：${title.cn}`,
})
