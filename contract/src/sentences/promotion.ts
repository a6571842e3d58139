// Decisions about promoters, channels and landing pages, in one wording.
import { isolated } from '../isolated.ts'
import type { payoutAccountKinds } from '../words.ts'
import { type Change, changed, type Form, inForm, listOf, type Sentence } from './words.ts'

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

const accountKinds: Record<Account['kind'], Sentence> = {
  bank: { en: 'bank account', cn: '银行账户' },
  'e-wallet': { en: 'e-wallet', cn: '电子钱包' },
  'usdt.trc20': { en: 'USDT address (TRC20)', cn: 'USDT 地址（TRC20）' },
  'usdt.erc20': { en: 'USDT address (ERC20)', cn: 'USDT 地址（ERC20）' },
}

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

export const landingTakenDown = ({ name }: Named): Sentence => ({
  en: `Landing page ${isolated(name)} unpublished`,
  cn: `落地页 ${isolated(name)} 已下线`,
})
