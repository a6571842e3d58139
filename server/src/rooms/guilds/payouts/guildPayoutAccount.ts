// Payout accounts of guilds, encrypted like every payee's.
import { payeeAccounts } from '../../finance/index.ts'

export const guildAccounts = payeeAccounts({
  table: 'guilds.payout_account',
  payee: 'guild_id',
  owner: 'payout account',
})
