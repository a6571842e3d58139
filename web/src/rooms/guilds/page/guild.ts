import { guildInfo } from '@greenroom/contract/guilds'
import { call } from '../../../api/call.ts'

/** The query key of a guild. */
export const guildKey = (guildId: number) => ['guilds.list', 'guildInfo', guildId] as const

export const readGuild = async (guildId: number, signal: AbortSignal) => call(guildInfo, { guildId }, { signal })
