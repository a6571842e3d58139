import type { RecordOf } from '@greenroom/contract/call'
import {
  officialAccountInfo,
  type officialAccountList,
  officialAccountSave,
  officialAccountUpdate,
  officialWriters,
} from '@greenroom/contract/official'
import {
  officialAccountSave as saveSchema,
  officialAccountUpdate as updateSchema,
} from '@greenroom/contract/official.schema'
import { officialAccountsChanged } from '@greenroom/contract/sentences/official'
import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'

type Account = RecordOf<typeof officialAccountList>
type Values = { id?: number; version?: number; userId: string; title: string; note: string; writerIds: string[] }

export default recordForm<Account, Values>({
  thing: 'official.account',
  read: async (id) => (await call(officialAccountInfo, { id: Number(id) })).account,
  toForm: ({ id, version, person, title, note, writers }) => ({
    id,
    version,
    userId: String(person.userId),
    title,
    note,
    writerIds: writers.map(({ staffId }) => String(staffId)),
  }),
  nameOf: ({ title }) => title,
  update: [officialAccountUpdate, updateSchema],
  save: [officialAccountSave, saveSchema],
  empty: () => ({ userId: '', title: '', note: '', writerIds: [] }),
  payload: ({ writerIds, ...rest }) => ({ ...rest, writerIds: writerIds.map(Number) }),
  codes: { 10027: 'userId', 10032: 'userId' },
  told: ({ title }, verb) => officialAccountsChanged('done', [title], verb),
  Fields: AccountFields,
})

function AccountFields({ form, record, readOnly }: RecordFields<Account, Values>) {
  const { t } = useTranslation('official')
  const { data } = useQuery({
    queryKey: ['official.account', 'writers'],
    queryFn: ({ signal }) => call(officialWriters, {}, { signal }),
  })
  return (
    <>
      <TextInput
        label={t('fields.userId')}
        description={t('account.userHint')}
        required
        inputMode="numeric"
        dir="ltr"
        disabled={record !== undefined}
        data-autofocus={record === undefined || undefined}
        {...form.getInputProps('userId')}
      />
      <TextInput
        label={t('fields.title')}
        description={t('account.titleHint')}
        required
        maxLength={40}
        {...form.getInputProps('title')}
      />
      <MultiSelect
        label={t('fields.writerIds')}
        description={t('account.writersHint')}
        data={(data?.staff ?? []).map(({ staffId, username }) => ({ value: String(staffId), label: username }))}
        searchable
        readOnly={readOnly}
        {...form.getInputProps('writerIds')}
      />
      <Textarea label={t('fields.note')} autosize minRows={2} maxLength={200} {...form.getInputProps('note')} />
    </>
  )
}
