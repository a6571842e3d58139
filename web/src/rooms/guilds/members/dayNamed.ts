import type { RecordOf } from '@greenroom/contract/call'
import { type memberFlowEntries, memberFlowList } from '@greenroom/contract/guildMembers'

export type Day = RecordOf<typeof memberFlowList>

export type Posting = RecordOf<typeof memberFlowEntries>

/** The day that a row's id names: `<day>.<guild>.<user>.<week>`. */
export function dayNamed(id: string): { day: string; guildId: number; userId: number } {
  const [day = '', guildId, userId] = id.split('.')
  return { day, guildId: Number(guildId), userId: Number(userId) }
}
