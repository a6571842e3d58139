// Decisions about withdrawals, in one wording.
import { isolated } from '../isolated.ts'
import type { withdrawalDecisions } from '../words.ts'
import { counted, type Form, inForm, inOne, type Named, nameOf, type Sentence, usdOf } from './words.ts'

export type Payment = { user: Named; usdCents: number | bigint }

/** `$20.00 of Mei (42)`, the first few of several. */
const whose = (all: readonly Payment[]): Sentence =>
  inOne(
    all.map(({ user, usdCents }) => {
      const name = nameOf(user)
      return { en: `${usdOf(usdCents)} of ${name}`, cn: `${name} 的 ${usdOf(usdCents)}` }
    }),
    all.length,
    '笔',
  )

const noun = (all: readonly unknown[]) => (all.length === 1 ? 'Withdrawal' : 'Withdrawals')

export const withdrawalsPassed = (form: Form, all: readonly Payment[]): Sentence => {
  const of = whose(all)
  return inForm(
    form,
    { en: `${noun(all)} approved: ${of.en}`, cn: `已批准提现：${of.cn}` },
    { en: `Approve ${noun(all).toLowerCase()}: ${of.en}`, cn: `批准提现：${of.cn}` },
  )
}

export const withdrawalsRefused = (form: Form, all: readonly Payment[]): Sentence => {
  const of = whose(all)
  return inForm(
    form,
    { en: `${noun(all)} rejected: ${of.en}`, cn: `已拒绝提现：${of.cn}` },
    { en: `Reject ${noun(all).toLowerCase()}: ${of.en}`, cn: `拒绝提现：${of.cn}` },
  )
}

export type WithdrawalDecision = (typeof withdrawalDecisions)[number]

const decisions: Record<WithdrawalDecision, Sentence> = {
  pass: { en: 'approved', cn: '批准' },
  ask: { en: 'sent for approval', cn: '提交审批' },
  refuse: { en: 'rejected', cn: '拒绝' },
}

/** A decision that takes effect after some seconds. */
export const withdrawalDecided = (verb: WithdrawalDecision, payment: Payment, seconds: number): Sentence => {
  const of = whose([payment])
  return {
    en: `Withdrawal to be ${decisions[verb].en} in ${seconds} s: ${of.en}`,
    cn: `提现将于 ${seconds} 秒后${decisions[verb].cn}：${of.cn}`,
  }
}

/** What a decision does, as the reviewer reads it. */
export const withdrawalSentForApproval = (payment: Payment): Sentence => {
  const of = whose([payment])
  return { en: `Withdrawal sent for approval: ${of.en}`, cn: `提现已提交审批：${of.cn}` }
}

export const withdrawalUndone = (verb: WithdrawalDecision, payment: Payment): Sentence => {
  const of = whose([payment])
  return {
    en: `Withdrawal not ${decisions[verb].en}, in review again: ${of.en}`,
    cn: `已撤销“${decisions[verb].cn}”，提现恢复审核：${of.cn}`,
  }
}

/** The decision was refused when it took effect. */
export const withdrawalNotInEffect = (verb: WithdrawalDecision, payment: Payment): Sentence => {
  const of = whose([payment])
  return {
    en: `Withdrawal could not be ${decisions[verb].en}, in review again: ${of.en}`,
    cn: `提现未能${decisions[verb].cn}，恢复审核：${of.cn}`,
  }
}

export const withdrawalsReleased = (form: Form, all: readonly Payment[]): Sentence => {
  const of = whose(all)
  return inForm(
    form,
    { en: `Bonus of ${noun(all).toLowerCase()} released: ${of.en}`, cn: `已解冻提现的收益：${of.cn}` },
    { en: `Release the bonus of ${noun(all).toLowerCase()}: ${of.en}`, cn: `解冻提现的收益：${of.cn}` },
  )
}

export const withdrawalsPaid = (all: readonly Payment[]): Sentence => {
  const of = whose(all)
  return { en: `${noun(all)} paid: ${of.en}`, cn: `已支付提现：${of.cn}` }
}

export const withdrawalsFailed = (all: readonly Payment[]): Sentence => {
  const of = whose(all)
  return { en: `Payment of ${noun(all).toLowerCase()} failed: ${of.en}`, cn: `提现付款失败：${of.cn}` }
}

export const withdrawalByHand = (form: Form, payment: Payment): Sentence => {
  const of = whose([payment])
  return inForm(
    form,
    { en: `Withdrawal paid by hand: ${of.en}`, cn: `已人工支付提现：${of.cn}` },
    { en: `Pay withdrawal by hand: ${of.en}`, cn: `人工支付提现：${of.cn}` },
  )
}

export const withdrawalsClaimed = (claimed: number, before: number): Sentence => ({
  en: `${counted(claimed, 'withdrawal')} claimed, ${before} already held`,
  cn: `已领取 ${claimed} 笔提现，此前持有 ${before} 笔`,
})

export const withdrawalsReturned = (count: number, skipped: boolean): Sentence => ({
  en: `${counted(count, 'withdrawal')} ${skipped ? 'skipped' : 'released'}`,
  cn: `已${skipped ? '跳过' : '退回'} ${count} 笔提现`,
})

export const payeeRevealed = (of: { user: Named; kind: string; lastFour: string }): Sentence => ({
  en: `Payout account of ${nameOf(of.user)} shown: ${of.kind} …${isolated(of.lastFour)}`,
  cn: `已查看 ${nameOf(of.user)} 的收款账户：${of.kind} …${isolated(of.lastFour)}`,
})
