import type { RecordOf } from '@greenroom/contract/call'
import { type officialAccountCalls, officialWriters } from '@greenroom/contract/official'
import { officialAccountCalls as schemas } from '@greenroom/contract/official.schema'
import { officialAccount as of } from '@greenroom/contract/records/official'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { RecordField, usualForm } from '../../../screen/record/RecordForm.tsx'
import { accounts } from './accounts.ts'

const usual = usualForm(accounts, schemas)

/** The form holds the ids of writers as texts, as the field takes them. */
export default recordForm({
  ...usual,
  toForm: (row): Record<string, unknown> => ({
    ...usual.toForm(row),
    writerIds: (row['writers'] as RecordOf<typeof officialAccountCalls.list>['writers']).map(
      ({ staffId }) => `${staffId}`,
    ),
  }),
  empty: (rows) => ({ ...usual.empty?.(rows), writerIds: [] }),
  codes: { 10027: 'userId', 10032: 'userId' },
  Fields: ({ form, record, readOnly }) => {
    const { t } = useTranslation('official')
    const { data } = useQuery({
      queryKey: ['official.account', 'writers'],
      queryFn: ({ signal }) => call(officialWriters, {}, { signal }),
    })
    return (
      <>
        <RecordField of={of} name="userId" form={form} disabled={record !== undefined} autoFocus={!record} />
        <RecordField of={of} name="title" form={form} />
        <MultiSelect
          label={usual.named?.('writerIds')}
          description={t('account.writersHint')}
          data={(data?.staff ?? []).map(({ staffId, username }) => ({ value: `${staffId}`, label: username }))}
          searchable
          readOnly={readOnly}
          {...form.getInputProps('writerIds')}
        />
        <RecordField of={of} name="note" form={form} />
      </>
    )
  },
})
