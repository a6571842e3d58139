import { payoutAccountReveal } from '@greenroom/contract/payouts'
import { RevealAccount } from '../../../action/form/RevealAccount.tsx'
import { call } from '../../../api/call.ts'

/** Shows a guild's whole payout account for a reason. */
export const Reveal = ({ accountId }: { accountId: number }) => (
  <RevealAccount room="guilds" reveal={(reason) => call(payoutAccountReveal, { accountId, reason })} />
)
