// Parts of guilds, wherever they are shown.
import type { RecordOf } from '@greenroom/contract/call'
import type { guildList } from '@greenroom/contract/guilds'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

export type Guild = RecordOf<typeof guildList>

export function GuildState({ state }: { state: Guild['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.guild[state]}>{label(`guilds:options.guildState.${state}`)}</StatusBadge>
}
