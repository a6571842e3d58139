// Decisions about promoters, channels and landing pages, in one wording.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds, priceModels } from '../words.ts'
import {
  accountKinds,
  amountOf,
  type Change,
  changed,
  counted,
  type Form,
  inForm,
  inOne,
  listOf,
  type Sentence,
} from './words.ts'

type Named = { name: string }
const namesOf = (rows: readonly Named[]) => listOf(rows.map(({ name }) => name))

const plural = (rows: readonly unknown[], one: string, many: string, cn: string): Sentence => ({
  en: rows.length === 1 ? one : many,
  cn,
})

/** `Channel TikTok spring edited`. */
export const channelsChanged = (rows: readonly Named[], how: Change, form: Form = 'done'): Sentence =>
  changed(plural(rows, 'Channel', 'Channels', '渠道'), namesOf(rows), how, form)

/** `Terms of channel TikTok spring changed from 2026-11-20 on`. */
export const termsChanged = ({ name, fromDay }: Named & { fromDay: string }): Sentence => ({
  en: `Terms of channel ${isolated(name)} changed from ${fromDay} on`,
  cn: `渠道 ${isolated(name)} 的计费条款已修改，自 ${fromDay} 起生效`,
})

export const promotersChanged = (rows: readonly Named[], how: Change): Sentence =>
  changed(plural(rows, 'Promoter', 'Promoters', '推广商'), namesOf(rows), how)

type Account = { promoter: string; kind: (typeof payoutAccountKinds)[number]; lastFour: string }

/** `Promoter KolHub is paid to bank account … 1234`. */
export const promoterAccountChanged = (form: Form, { promoter, kind, lastFour }: Account): Sentence => {
  const { en, cn } = accountKinds[kind]
  return inForm(
    form,
    {
      en: `Promoter ${isolated(promoter)} will be paid to ${en} … ${isolated(lastFour)}`,
      cn: `推广商 ${isolated(promoter)} 的收款账户已改为${cn} … ${isolated(lastFour)}`,
    },
    {
      en: `Pay promoter ${isolated(promoter)} to ${en} … ${isolated(lastFour)}`,
      cn: `将推广商 ${isolated(promoter)} 的收款账户改为${cn} … ${isolated(lastFour)}`,
    },
  )
}

export const promoterAccountRevealed = ({ promoter, kind, lastFour }: Account): Sentence => ({
  en: `Payout account of promoter ${isolated(promoter)} shown: ${accountKinds[kind].en} … ${isolated(lastFour)}`,
  cn: `已查看推广商 ${isolated(promoter)} 的收款账户：${accountKinds[kind].cn} … ${isolated(lastFour)}`,
})

type Benefit = Named & { tokens: number; freeMinutes: number; budgetTokens: number }

/** `Give new users 200 tokens and 5 free minutes, 20,000 tokens in total: Spring welcome`. */
export const benefitChanged = (form: Form, { name, tokens, freeMinutes, budgetTokens }: Benefit): Sentence => {
  const en = [
    ...(tokens > 0 ? [counted(tokens, 'token')] : []),
    ...(freeMinutes > 0 ? [counted(freeMinutes, 'free minute')] : []),
  ].join(' and ')
  const cn = [
    ...(tokens > 0 ? [`${amountOf(tokens)} 代币`] : []),
    ...(freeMinutes > 0 ? [`${amountOf(freeMinutes)} 分钟免费通话`] : []),
  ].join('和 ')
  const budget = amountOf(budgetTokens)
  return inForm(
    form,
    {
      en: `Registration benefit ${isolated(name)} approved: ${en} for new users, ${counted(budgetTokens, 'token')} in total`,
      cn: `注册福利 ${isolated(name)} 已批准：新用户获得 ${cn}，预算 ${budget} 代币`,
    },
    {
      en: `Give new users ${en}, ${counted(budgetTokens, 'token')} in total: ${isolated(name)}`,
      cn: `向新用户发放 ${cn}，预算 ${budget} 代币：${isolated(name)}`,
    },
  )
}

export const benefitsStopped = (rows: readonly Named[], form: Form = 'done'): Sentence => {
  const names = namesOf(rows)
  return inForm(
    form,
    { en: `Registration benefit ${names.en} stopped`, cn: `注册福利 ${names.cn} 已停止` },
    { en: `Stop registration benefit ${names.en}`, cn: `停止注册福利 ${names.cn}` },
  )
}

type Settled = { promoter: string; model: (typeof priceModels)[number]; month: string }
const modelWords: Record<Settled['model'], Sentence> = {
  CPA: { en: 'CPA', cn: 'CPA' },
  CPS: { en: 'CPS', cn: 'CPS' },
  fixed: { en: 'fixed price', cn: '固定价' },
}
const settledAs = (rows: readonly Settled[]): Sentence =>
  inOne(
    rows.map(({ promoter, model, month }) => ({
      en: `${isolated(promoter)} (${modelWords[model].en}, ${month})`,
      cn: `${isolated(promoter)}（${modelWords[model].cn}，${month}）`,
    })),
  )

const settleVerbs = {
  frozen: { done: { en: 'frozen', cn: '已锁定' }, request: { en: 'Freeze', cn: '锁定' } },
  reopened: { done: { en: 'reopened', cn: '已重新打开' }, request: { en: 'Reopen', cn: '重新打开' } },
  approved: { done: { en: 'approved', cn: '已批准' }, request: { en: 'Approve', cn: '批准' } },
  paid: { done: { en: 'paid', cn: '已付款' }, request: { en: 'Pay', cn: '付款' } },
} as const

/** `Settlement of KolHub (CPA, 2026-10) frozen`. */
export const settlementsChanged = (
  how: keyof typeof settleVerbs,
  rows: readonly Settled[],
  form: Form = 'done',
): Sentence => {
  const of = settledAs(rows)
  const { done, request } = settleVerbs[how]
  return inForm(
    form,
    { en: `Settlement of ${of.en} ${done.en}`, cn: `推广商结算 ${of.cn} ${done.cn}` },
    { en: `${request.en} settlement of ${of.en}`, cn: `${request.cn}推广商结算 ${of.cn}` },
  )
}

/** `Landing page Spring edited`. */
export const landingsChanged = (rows: readonly Named[], how: Change): Sentence =>
  changed(plural(rows, 'Landing page', 'Landing pages', '落地页'), namesOf(rows), how)

/** What a landing page shows from now on. */
export const landingPublished = (page: Named & { a: number; b: number | null; shareB: number }): Sentence =>
  page.b === null
    ? {
        en: `Landing page ${isolated(page.name)} published with version ${page.a}`,
        cn: `落地页 ${isolated(page.name)} 已发布版本 ${page.a}`,
      }
    : {
        en: `Landing page ${isolated(page.name)} tests version ${page.a} against ${page.b}, which ${page.shareB}% of visitors see`,
        cn: `落地页 ${isolated(page.name)} 开始测试版本 ${page.a} 与 ${page.b}，${page.shareB}% 的访客看到后者`,
      }

export const landingUnpublished = ({ name }: Named): Sentence => ({
  en: `Landing page ${isolated(name)} unpublished`,
  cn: `落地页 ${isolated(name)} 已下线`,
})
