import type { RecordOf } from '@greenroom/contract/call'
import { payoutMappingList, payoutMappingSave, payoutMappingUpdate } from '@greenroom/contract/payoutBatches'
import {
  payoutMappingSave as saveSchema,
  payoutMappingUpdate as updateSchema,
} from '@greenroom/contract/payoutBatches.schema'
import { mappingChanged } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds, payoutFields } from '@greenroom/contract/statesAndKinds'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { Reorder } from '../../../ui/behaviour/Reorder.tsx'
import { useLabels } from '../../../ui/labels.ts'

export type Layout = RecordOf<typeof payoutMappingList>
type LayoutForm = Pick<Layout, 'name' | 'kind' | 'delimiter' | 'columns'> & { mappingId?: number; version?: number }

const usual: Layout['columns'] = [
  { header: 'Payout', field: 'payoutId' },
  { header: 'Beneficiary', field: 'holder' },
  { header: 'Account', field: 'accountNumber' },
  { header: 'Amount', field: 'usd' },
]

export default recordForm<Layout, LayoutForm>({
  thing: 'finance.layout',
  width: 'medium',
  read: async (id, options) =>
    (await call(payoutMappingList, { size: 200 }, options)).records.find((one) => String(one.mappingId) === id),
  toForm: ({ mappingId, version, name, kind, delimiter, columns }) => ({
    mappingId,
    version,
    name,
    kind,
    delimiter,
    columns,
  }),
  nameOf: ({ name }) => name,
  update: [payoutMappingUpdate, updateSchema],
  save: [payoutMappingSave, saveSchema],
  empty: () => ({ name: '', kind: 'bank', delimiter: ',', columns: usual }),
  codes: { 10027: 'name', 1000002: 'columns' },
  message: ({ name }, verb) => mappingChanged([name], verb),
  Fields: LayoutFields,
})

function LayoutFields({ form }: RecordFields<Layout, LayoutForm>) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const { columns } = form.values
  const set = (next: Layout['columns']) => form.setFieldValue('columns', next)
  return (
    <>
      <TextInput label={t('layout.name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <Group grow>
        <NativeSelect
          label={t('columns.method')}
          data={payoutAccountKinds.map((value) => ({
            value,
            label: label(`finance:options.method.${value.replace('.', '_')}`),
          }))}
          {...form.getInputProps('kind')}
        />
        <NativeSelect label={t('layout.delimiter')} data={[',', ';', '|']} {...form.getInputProps('delimiter')} />
      </Group>
      <Stack gap={6} role="group" aria-label={t('layout.columns')}>
        <Text fw={500}>{t('layout.columns')}</Text>
        <Reorder
          items={columns}
          // Columns have no id and are identified by position.
          idOf={(_, at) => at}
          nameOf={({ header }) => header}
          layout="rows"
          change={set}
          style={{ margin: 0, padding: 0, listStyle: 'none' }}
        >
          {(column, at, handle) => (
            <Group gap={6} wrap="nowrap" py={3}>
              <ActionIcon variant="subtle" aria-label={t('layout.move', { number: at + 1 })} {...handle}>
                <IconGripVertical size={16} />
              </ActionIcon>
              <TextInput
                aria-label={t('layout.header', { number: at + 1 })}
                value={column.header}
                maxLength={60}
                onChange={(event) => set(columns.with(at, { ...column, header: event.currentTarget.value }))}
                style={{ flex: 1 }}
              />
              <NativeSelect
                aria-label={t('layout.field', { number: at + 1 })}
                value={column.field}
                onChange={(event) =>
                  set(columns.with(at, { ...column, field: event.currentTarget.value as typeof column.field }))
                }
                data={payoutFields.map((value) => ({ value, label: label(`finance:layout.fields.${value}`) }))}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('layout.remove', { number: at + 1 })}
                disabled={columns.length <= 2}
                onClick={() => set(columns.toSpliced(at, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          )}
        </Reorder>
        {form.errors['columns'] && (
          <Text c="red" role="alert">
            {form.errors['columns']}
          </Text>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={columns.length >= 30}
          onClick={() => set([...columns, { header: 'Note', field: 'note' }])}
        >
          {t('layout.add')}
        </Button>
      </Stack>
    </>
  )
}
