// The Finance room's screens by menu key, loaded when opened, and its palette searchers.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'
import { withReasonTexts } from '../../api/reasonTexts.ts'

type FinanceKey = Extract<MenuKey, `finance.${string}`>

export const loadSearchers = () => import('./financeSearchers.ts')

export const screens: Record<FinanceKey, () => Promise<{ default: ComponentType }>> = {
  'finance.chargeback': () => import('./orders/Chargebacks.tsx'),
  'finance.agents': () => import('./agents/AgentList.tsx'),
  'finance.agentTrades': () => import('./agentTrades/TradesScreen.tsx'),
  'finance.statement': () => import('./statement/Statements.tsx'),
  'finance.recharge': () => import('./orders/OrderList.tsx'),
  'finance.books': () => import('./books/Books.tsx'),
  'finance.usdtIn': () => withReasonTexts(() => import('./usdt/DepositList.tsx')),
  'finance.usdtOut': () => withReasonTexts(() => import('./usdt/InstructionList.tsx')),
  'finance.wallet': () => import('./wallet/WalletScreen.tsx'),
  'finance.userStat': () => import('./UserStat.tsx'),
  'finance.withdraw': () => import('./withdraw/Withdraw.tsx'),
  'finance.payout': () => withReasonTexts(() => import('./payout/Payout.tsx')),
  'finance.promotion': () => import('./Promotion.tsx'),
  'finance.sanctions': () => import('./sanctions/Sanctions.tsx'),
  'finance.policy': () => import('./withdraw/PolicyList.tsx'),
}
