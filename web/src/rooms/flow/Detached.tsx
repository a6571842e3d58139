// Which months of entries stand in files: no list has them, nor its totals.
import { flowDetached } from '@greenroom/contract/flow'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'

/** @param of all entries, or those of a person's page: each has the right of its own list */
export function Detached({ of }: { of: 'all' | 'person' }) {
  const { t } = useTranslation('flow')
  const months = useQuery({
    queryKey: ['flow.token', 'detached', of],
    queryFn: ({ signal }) => call(flowDetached, { kind: of }, { signal }),
    staleTime: 300_000,
  }).data?.months
  return months && months.length > 0 ? <p role="note">{t('detached', { months: months.join(', ') })}</p> : null
}
