import type { agentBuyInfo } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'

export type BuyInfo = Answer<typeof agentBuyInfo>
export const buyKey = ['topup-agents.buy', 'info']
