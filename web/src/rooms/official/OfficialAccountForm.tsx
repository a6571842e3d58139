import type { RecordOf } from '@greenroom/contract/call'
import { type officialAccountCalls, officialWriters } from '@greenroom/contract/official'
import { officialAccountCalls as schemas } from '@greenroom/contract/official.schema'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { formOf, type OwnControl } from '../../page/record/RecordForm.tsx'
import { accounts } from './officialAccounts.ts'

type Writers = RecordOf<typeof officialAccountCalls.list>['writers']

function WriterPicker({ value, ...field }: OwnControl) {
  const { t } = useTranslation('official')
  const { data } = useQuery({
    queryKey: ['official.account', 'writers'],
    queryFn: ({ signal }) => call(officialWriters, {}, { signal }),
  })
  return (
    <MultiSelect
      description={t('account.writersHint')}
      data={(data?.staff ?? []).map(({ staffId, username }) => ({ value: `${staffId}`, label: username }))}
      searchable
      value={value as string[]}
      {...field}
    />
  )
}

/** The form holds the ids of writers as texts, as the field takes them. */
export default formOf(accounts, {
  schemas,
  codes: { 10027: 'userId', 10032: 'userId' },
  own: {
    writerIds: {
      valueOf: ({ writers }) => (writers as Writers).map(({ staffId }) => `${staffId}`),
      Control: WriterPicker,
    },
  },
})
