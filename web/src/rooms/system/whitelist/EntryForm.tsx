import type { RecordOf } from '@greenroom/contract/call'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistInfo, type whitelistList, whitelistSave, whitelistUpdate } from '@greenroom/contract/systemRecords'
import { whitelistSave as saveSchema, whitelistUpdate as updateSchema } from '@greenroom/contract/systemRecords.schema'
import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../action/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time.ts'
import { platformZone } from '../../../session/zone.ts'
import { DateTimeField } from '../../../ui/DateTimeField.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { entryKinds } from './kinds.ts'

type Entry = RecordOf<typeof whitelistList>
type EntryForm = Pick<Entry, 'kind' | 'value' | 'note'> & { id?: number; version?: number; expiresAtStr: string }

export default recordForm<Entry, EntryForm>({
  thing: 'system.whitelist',
  read: async (id) => (await call(whitelistInfo, { id: Number(id) })).entry,
  toForm: ({ id, version, kind, value, note, expiresAt }) => ({
    id,
    version,
    kind,
    value,
    note,
    expiresAtStr: expiresAt === null ? '' : dateTime(expiresAt, platformZone()),
  }),
  nameOf: ({ value }) => value,
  update: [whitelistUpdate, updateSchema],
  save: [whitelistSave, saveSchema],
  empty: () => ({ kind: 'ip', value: '', note: '', expiresAtStr: '' }),
  codes: { 10027: 'value', 21001: 'value' },
  told: (entry, verb) => whitelistChanged([entry], verb),
  Fields: EntryFields,
})

function EntryFields({ form, record }: RecordFields<Entry, EntryForm>) {
  const { t } = useTranslation('system')
  return (
    <>
      {record ? (
        <Facts
          of={[
            [t('columns.kind'), t(`options.kind.${record.kind}`)],
            [t('columns.value'), <Code key="value">{record.value}</Code>],
            [t('columns.createdBy'), record.createdBy],
          ]}
        />
      ) : (
        <WhoOrWhat form={form} />
      )}
      <Textarea label={t('fields.note')} autosize minRows={2} maxLength={200} {...form.getInputProps('note')} />
      <DateTimeField
        label={t('fields.expiresAtStr')}
        description={t('whitelist.expiryHint')}
        {...form.getInputProps('expiresAtStr')}
      />
    </>
  )
}

/** What is exempt: chosen once, never changed. */
function WhoOrWhat({ form }: { form: UseFormReturnType<EntryForm> }) {
  const { t } = useTranslation('system')
  const { kind } = form.values
  return (
    <>
      <Input.Wrapper label={t('fields.kind')} description={t(`whitelist.means.${kind}`)} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('fields.kind')}
          data={entryKinds.map((value) => ({ value, label: t(`options.kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
      </Input.Wrapper>
      <TextInput
        label={t(`whitelist.value.${kind}`)}
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('value')}
      />
    </>
  )
}
