// Decisions about USDT, in one wording.
import { amountOf, type Form, inForm, listOf, type Sentence, usdOf } from './words.ts'

/** `1,250.50 USDT`; up to six decimals where there are some. */
export function usdt(micros: number): string {
  const decimals = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${amountOf(Math.floor(micros / 1_000_000))}.${decimals} USDT`
}

const chainNames = { trc20: 'TRC20', erc20: 'ERC20' } as const
type Chain = keyof typeof chainNames
export const chainName = (chain: Chain): string => chainNames[chain]

const settled = {
  credited: { en: 'credited', cn: '已入账' },
  matched: { en: 'matched', cn: '已匹配' },
  unmatched: { en: 'unmatched', cn: '未匹配' },
  rejected: { en: 'rejected', cn: '已拒绝' },
  vanished: { en: 'missing from the chain', cn: '已从链上消失' },
  returned: { en: 'on the chain again', cn: '已重新上链' },
} as const

const ownerKinds = { agent: '代理', user: '用户' } as const

/** `agent 5` in both languages. */
const ownerIn = (owner: string): Sentence => ({
  en: owner,
  cn: owner.replace(/^(?:agent|user)\b/, (kind) => ownerKinds[kind as keyof typeof ownerKinds]),
})

/** `Deposit of 100.00 USDT credited (agent 5)`. `owner` is null if unknown. */
export function depositSettled(
  state: keyof typeof settled,
  { usdtMicros, owner }: { usdtMicros: number; owner: string | null },
): Sentence {
  const { en, cn } = settled[state]
  const of = owner === null ? null : ownerIn(owner)
  return {
    en: `Deposit of ${usdt(usdtMicros)} ${en}${of ? ` (${of.en})` : ''}`,
    cn: `充值 ${usdt(usdtMicros)} ${cn}${of ? `（${of.cn}）` : ''}`,
  }
}

/** `Match a deposit of 100.00 USDT to agent 5`. */
export const depositMatched = (form: Form, { usdtMicros, owner }: { usdtMicros: number; owner: string }): Sentence =>
  inForm(form, depositSettled('matched', { usdtMicros, owner }), {
    en: `Match a deposit of ${usdt(usdtMicros)} to ${owner}`,
    cn: `将 ${usdt(usdtMicros)} 的充值匹配给 ${ownerIn(owner).cn}`,
  })

export const depositRejected = (form: Form, { usdtMicros }: { usdtMicros: number }): Sentence =>
  inForm(form, depositSettled('rejected', { usdtMicros, owner: null }), {
    en: `Reject a deposit of ${usdt(usdtMicros)}`,
    cn: `拒绝 ${usdt(usdtMicros)} 的充值`,
  })

/** `Undo the match of a deposit of 100.00 USDT (agent 5)`. */
export const depositUnmatched = (form: Form, { usdtMicros, owner }: { usdtMicros: number; owner: string }): Sentence =>
  inForm(
    form,
    {
      en: `Match of a deposit of ${usdt(usdtMicros)} undone (${owner})`,
      cn: `已撤销充值 ${usdt(usdtMicros)} 的匹配（${ownerIn(owner).cn}）`,
    },
    {
      en: `Undo the match of a deposit of ${usdt(usdtMicros)} (${owner})`,
      cn: `撤销充值 ${usdt(usdtMicros)} 的匹配（${ownerIn(owner).cn}）`,
    },
  )

export const depositsExplained = (count: number): Sentence => ({
  en: `${count} vanished ${count === 1 ? 'deposit' : 'deposits'} explained`,
  cn: `已说明 ${count} 笔链上消失的充值`,
})

type Instructions = { count: number; usdtMicros: number }
const many = (count: number) => `${count} ${count === 1 ? 'instruction' : 'instructions'}`

/** `3 instructions exported for the wallet: 1,200.00 USDT`; says so if they were exported before. */
export const instructionsExported = ({ count, usdtMicros }: Instructions, again: boolean): Sentence => ({
  en: `${many(count)} exported for the wallet${again ? ' AGAIN' : ''}: ${usdt(usdtMicros)}`,
  cn: `已${again ? '再次' : ''}导出 ${count} 条付款指令：${usdt(usdtMicros)}`,
})

export const instructionsWithdrawn = ({ count, usdtMicros }: Instructions): Sentence => ({
  en: `${many(count)} withdrawn: ${usdt(usdtMicros)}`,
  cn: `已撤回 ${count} 条付款指令：${usdt(usdtMicros)}`,
})

export const hashesEntered = (count: number): Sentence => ({
  en: `${count} ${count === 1 ? 'transaction' : 'transactions'} entered`,
  cn: `已录入 ${count} 笔交易`,
})

const ends = {
  success: { en: 'proved on the chain', cn: '链上已证实' },
  failure: { en: 'failed', cn: '失败' },
  'manual processing successful': { en: 'paid manually', cn: '人工付款成功' },
} as const

/** `Payment of 100.00 USDT to Ann proved on the chain`. */
export const instructionEnded = (
  state: keyof typeof ends,
  { payee, usdtMicros }: { payee: string; usdtMicros: number },
): Sentence => {
  const name = listOf([payee])
  return {
    en: `Payment of ${usdt(usdtMicros)} to ${name.en} ${ends[state].en}`,
    cn: `向 ${name.cn} 付款 ${usdt(usdtMicros)}：${ends[state].cn}`,
  }
}

/** `Wallet Treasury registered (TRC20)`. */
export function walletRegistered(form: Form, { chain, name }: { chain: Chain; name: string }): Sentence {
  const named = listOf([name])
  const of = chainNames[chain]
  return inForm(
    form,
    { en: `Wallet ${named.en} registered (${of})`, cn: `已登记钱包 ${named.cn}（${of}）` },
    { en: `Register wallet ${named.en} (${of})`, cn: `登记钱包 ${named.cn}（${of}）` },
  )
}

export const outflowsExplained = (count: number): Sentence => ({
  en: `${count} ${count === 1 ? 'outflow' : 'outflows'} explained`,
  cn: `已说明 ${count} 笔转出`,
})

type Fees = { chain: Chain; usdCents: number }

export const gasEntered = ({ chain, usdCents }: Fees, form: Form = 'done'): Sentence => {
  const usd = usdOf(usdCents)
  return inForm(
    form,
    { en: `Fees of ${chainNames[chain]} entered: ${usd}`, cn: `已录入 ${chainNames[chain]} 手续费：${usd}` },
    { en: `Enter fees of ${chainNames[chain]}: ${usd}`, cn: `录入 ${chainNames[chain]} 手续费：${usd}` },
  )
}

export const gasReversed = ({ chain, usdCents }: Fees): Sentence => ({
  en: `Fees of ${chainNames[chain]} reversed: ${usdOf(usdCents)}`,
  cn: `已撤销 ${chainNames[chain]} 手续费：${usdOf(usdCents)}`,
})

export const keyConfirmed = (chain: Chain): Sentence => ({
  en: `Deposit addresses of ${chainNames[chain]} confirmed`,
  cn: `已确认 ${chainNames[chain]} 的充值地址`,
})
