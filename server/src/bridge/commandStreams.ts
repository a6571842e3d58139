// Which commands are ordered among each other.
import type { CommandType } from '@greenroom/contract/bridgeCommands.schema'

/** Order is kept within a stream, so that a failing `wallet.changed` never delays `user.banned`. */
const streams: Partial<Record<CommandType, string>> = {
  'user.banned': 'sanctions',
  'user.unbanned': 'sanctions',
  'user.loggedOut': 'sanctions',
  'user.flagged': 'sanctions',
  'user.deletionChanged': 'sanctions',
  'live.warned': 'sanctions',
  'live.stopped': 'sanctions',
  'live.forbidden': 'sanctions',
  'live.allowed': 'sanctions',
  'call.stopped': 'sanctions',
  'wallet.changed': 'wallet',
  'withdrawal.changed': 'wallet',
  'recharge.changed': 'wallet',
  'recharge.refund': 'wallet',
  'config.changed': 'config',
  'version.published': 'config',
}

export const streamOf = (type: CommandType): string => streams[type] ?? 'content'

/** Commands where the newest suffices: when their lane is due, older pending ones are superseded. */
export const latestWins: readonly CommandType[] = ['wallet.changed', 'config.changed', 'version.published']
