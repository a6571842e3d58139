// Parts of guilds, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import type { guildList } from '@greenroom/contract/guilds'
import { useTranslation } from 'react-i18next'
import { percent } from '../../../format/number.ts'
import { useSession } from '../../../session/session.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

export type Guild = RecordOf<typeof guildList>

export function GuildState({ state }: { state: Guild['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.guild[state]}>{label(`guilds:options.guildState.${state}`)}</StatusBadge>
}

/** The rate agreed with the parent, else the rate of its own level. */
export function Rate({ bp }: { bp: number | null }) {
  const { t, i18n } = useTranslation('guilds')
  return bp === null ? <span>{t('ofLevel')}</span> : <bdi dir="ltr">{percent(bp, i18n.language)}</bdi>
}

const dayMs = 86_400_000

/** Days until a guild dissolves automatically, rounded up; undefined if it won't. */
export function useDaysLeft(dissolvesAt: string | null): number | undefined {
  const { clockOffset } = useSession()
  if (dissolvesAt === null) return undefined
  return Math.max(0, Math.ceil((Date.parse(dissolvesAt) - Date.now() - clockOffset) / dayMs))
}
