// How a deletion stands: its state, who asked, and what stands in its way.
import type { deletionStates, deletionWaits } from '@greenroom/contract/statesAndKinds'
import { listed } from '../../../format/listed.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import type { Deletion } from './deletionActions.ts'

export function DeletionState({ state }: { state: (typeof deletionStates)[number] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.deletion[state]}>{label(`users:options.deletionState.${state}`)}</StatusBadge>
}

/** Each reason in words; none: a dash. */
export function Waits({ of }: { of: readonly (typeof deletionWaits)[number][] }) {
  const { label } = useLabels()
  const text = listed(
    of.map((wait) => label(`users:options.deletionWait.${wait}`)),
    textLanguage(),
  )
  return <span title={text}>{text || '–'}</span>
}

export function AskedBy({ of }: { of: Pick<Deletion, 'askedBy'> }) {
  const { label } = useLabels()
  return of.askedBy === '' ? label('users:options.deletionBy.user') : of.askedBy
}
