import { payoutAccountReveal } from '@greenroom/contract/payouts'
import { RevealAccount } from '../../../action/form/RevealAccount.tsx'
import { call } from '../../../api/call.ts'

/** Reveals a guild's payout account, with a reason. */
export const Reveal = ({ accountId }: { accountId: number }) => (
  <RevealAccount room="guilds" reveal={(reason) => call(payoutAccountReveal, { accountId, reason })} />
)
