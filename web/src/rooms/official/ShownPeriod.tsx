import type { ShownState as State } from '@greenroom/contract/shown'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../format/time.ts'
import { useSession } from '../../session/session.ts'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { exactProps } from '../../ui/values/exact.ts'

/** Whether the app shows it now; enabled ones that start later are marked. */
export function ShownState({ state, enabled, from }: { state: State; enabled: boolean; from: string | null }) {
  const { label } = useLabels()
  const key = state === 'inactive' && enabled && from !== null ? 'upcoming' : state
  return <StatusBadge tone={tones.shown[key]}>{label(`official:options.state.${key}`)}</StatusBadge>
}

/** A half-open period in the platform's zone, without the year if it is the current one. */
export function Period({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation('official')
  const { timeZone, clockOffset } = useSession()
  if (from === null && to === null) return t('always')
  const year = dateTime(new Date(Date.now() + clockOffset).toISOString(), timeZone).slice(0, 5)
  const minute = (at: string | null) => (at === null ? '…' : dateTime(at, timeZone).slice(0, 16))
  const brief = (at: string | null) => minute(at).replace(year, '')
  return (
    <bdi
      dir="ltr"
      {...exactProps(() => `${minute(from)} – ${minute(to)} ${timeZone}`)}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {brief(from)} – {brief(to)}
    </bdi>
  )
}
