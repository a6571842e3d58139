import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { useTranslation } from 'react-i18next'

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
