import type { RecordOf } from '@greenroom/contract/call'
import { liveUserList } from '@greenroom/contract/live'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

// Shared by the list of broadcasters and a broadcaster's drawer.
export function Live({ on }: { on: boolean }) {
  const { t } = useTranslation('live')
  return on ? <StatusBadge tone="good">{t('options.state.in live')}</StatusBadge> : '–'
}

export function UserState({ state }: { state: RecordOf<typeof liveUserList>['state'] }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.user[state]}>{label(`live:options.userState.${state.replace(' ', '_')}`)}</StatusBadge>
  )
}
