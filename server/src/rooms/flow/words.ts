// The ledger's codes as files say them; the same words as on the screens.
import type { Language } from '../../kit/context.ts'
import { type Words, wordIn } from '../../kit/words.ts'

const kinds: Words = {
  gift: { en: 'Gift', cn: '礼物' },
  call: { en: 'Call', cn: '通话' },
  room: { en: 'Paid room', cn: '付费房间' },
  text: { en: 'Text message', cn: '文字消息' },
  recharge: { en: 'Top-up', cn: '充值' },
  refund: { en: 'Refund', cn: '退款' },
  chargeback: { en: 'Chargeback', cn: '拒付' },
  'chargeback.reverse': { en: 'Chargeback won', cn: '拒付胜诉' },
  'debt.writeOff': { en: 'Debt written off', cn: '欠款核销' },
  withdrawal: { en: 'Withdrawal', cn: '提现' },
  'withdrawal.debt': { en: 'Debt taken from a withdrawal', cn: '提现抵扣欠款' },
  'withdrawal.debt.back': { en: 'Debt given back', cn: '撤销欠款抵扣' },
  grant: { en: 'Grant', cn: '赠送' },
  deduct: { en: 'Deduction', cn: '扣除' },
  'grant.reverse': { en: 'Grant reversed', cn: '撤销赠送' },
  'deduct.reverse': { en: 'Deduction reversed', cn: '撤销扣除' },
  'agent.purchase': { en: 'Agent purchase', cn: '代理购买' },
  'agent.purchase.reverse': { en: 'Agent purchase reversed', cn: '撤销代理购买' },
  'agent.sale': { en: 'Agent sale', cn: '代理出售' },
  'agent.sale.back': { en: 'Agent sale returned', cn: '撤回代理出售' },
  'agent.buyBack': { en: 'Agent stock bought back', cn: '回购代理库存' },
  'agent.payout': { en: 'Agent payout held', cn: '代理付款冻结' },
  'agent.payment': { en: 'Agent payment', cn: '向代理付款' },
  'agent.writeOff': { en: 'Agent stock written off', cn: '核销代理库存' },
  'guild.request': { en: 'Guild payout request', cn: '公会提现申请' },
  'guild.payment': { en: 'Guild payment', cn: '向公会付款' },
  gas: { en: 'Chain fee', cn: '链上手续费' },
  'gas.reverse': { en: 'Chain fee reversed', cn: '撤销链上手续费' },
  benefit: { en: 'Registration benefit', cn: '注册福利' },
  'promoter.settlement': { en: 'Promoter settlement', cn: '推广商结算' },
  'promoter.payment': { en: 'Promoter payment', cn: '向推广商付款' },
}
const phases: Words = {
  single: { en: 'Immediate', cn: '直接入账' },
  hold: { en: 'Hold', cn: '冻结' },
  post: { en: 'Posted from hold', cn: '冻结转入账' },
  void: { en: 'Hold released', cn: '解除冻结' },
}
const currencies: Words = {
  TOKEN: { en: 'Tokens', cn: '代币' },
  BONUS: { en: 'Bonus', cn: '收益' },
  USD: { en: 'USD', cn: '美元' },
  USDT: { en: 'USDT', cn: 'USDT' },
}

/** A kind of transfer; `gift.usd` is the dollar side of gifts. */
export function kindWord(kind: string, language: Language): string {
  if (!kind.endsWith('.usd')) return wordIn(kinds, kind, language)
  const own = wordIn(kinds, kind.slice(0, -'.usd'.length), language)
  return language === 'cn' ? `${own}（美元）` : `${own} (in USD)`
}

export const phaseWord = (phase: string, language: Language): string => wordIn(phases, phase, language)
export const currencyWord = (currency: string, language: Language): string => wordIn(currencies, currency, language)
