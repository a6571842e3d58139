import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

type Deciders = RecordOf<typeof approvalList>['deciders']

/** The accounts that may decide a pending request now. */
export function Deciders({ of: { names, more } }: { of: Deciders }) {
  const { t } = useTranslation('system')
  if (names.length === 0) return <span>{t('approval.nobody')}</span>
  return (
    <span>
      <bdi>{names.join(', ')}</bdi>
      {more > 0 && ` ${t('approval.more', { count: more })}`}
    </span>
  )
}

/** Who decided; or that its maker applied it alone, while the installation was set up, which stays with it for ever. */
export function DecidedBy({
  of: { checker, inSetup },
}: {
  of: Pick<RecordOf<typeof approvalList>, 'checker' | 'inSetup'>
}) {
  const { t } = useTranslation('system')
  return inSetup ? t('approval.inSetup') : checker
}

type State = RecordOf<typeof approvalList>['state']

/** `asked`: pending, and a question waits for its maker. */
export function ApprovalState({ state, asked }: { state: State; asked: boolean }) {
  const { label } = useLabels()
  const shown = state === 'pending' && asked ? 'asked' : state
  return <StatusBadge tone={tones.approval[shown]}>{label(`system:options.approval.${shown}`)}</StatusBadge>
}
