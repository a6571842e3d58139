// Adds or edits the mapping of a gateway's file. `rowId`: the mapping, empty for a new one.
import { mappingSaved } from '@greenroom/contract/sentences/statements'
import { statementMappingList, statementMappingSave } from '@greenroom/contract/statements'
import { statementMappingSave as schema } from '@greenroom/contract/statements.schema'
import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { useLabels } from '../../../ui/labels.ts'
import type { Mapping } from './StatementState.tsx'

const fields = ['reference', 'amount', 'currency', 'fee', 'date', 'kind', 'balance'] as const
type Field = (typeof fields)[number]
type Form = Record<Field, string> & {
  name: string
  gateway: string
  delimiter: string
  decimal: string
  dates: string
  standard: string
  refundWords: string
}

const delimiters = [',', ';', '\t', '|'] as const
const keyOf: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '.': 'point',
  minor: 'minor',
}

const formOf = (mapping: Mapping | undefined): Form => ({
  name: mapping?.name ?? '',
  gateway: mapping?.gateway ?? '',
  delimiter: mapping?.settings.delimiter ?? ',',
  decimal: mapping?.settings.decimal ?? '.',
  dates: mapping?.settings.dates ?? 'iso',
  standard: mapping?.settings.currency ?? 'USD',
  refundWords: mapping?.settings.refundWords.join(', ') ?? '',
  ...(Object.fromEntries(fields.map((field) => [field, mapping?.settings.columns[field] ?? ''])) as Record<
    Field,
    string
  >),
})

const payloadOf = (values: Form, mapping: Mapping | undefined) => ({
  ...(mapping && { id: mapping.id, version: mapping.version }),
  name: values.name,
  gateway: values.gateway,
  settings: {
    delimiter: values.delimiter,
    decimal: values.decimal,
    dates: values.dates,
    currency: values.standard.toUpperCase(),
    columns: Object.fromEntries(
      fields.filter((field) => values[field].trim()).map((field) => [field, values[field].trim()]),
    ),
    refundWords: values.refundWords
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  },
})

export default function MappingForm({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  if (rowId === '') return <Fields mapping={undefined} close={close} />
  return (
    <RecordDrawer<Mapping>
      rowId={rowId}
      close={close}
      title={t('statement.mapping.one')}
      read={async (signal) =>
        (await call(statementMappingList, { size: 200 }, { signal })).records.find(({ id }) => id === Number(rowId))
      }
    >
      {(mapping) => <Fields mapping={mapping} close={close} />}
    </RecordDrawer>
  )
}

function Fields({ mapping, close }: { mapping: Mapping | undefined; close: () => void }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const list = useCurrentList()
  const options = (what: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: label(`finance:statement.mapping.${what}.${keyOf[value] ?? value}`) }))
  return (
    <FormDrawer<Form>
      title={mapping ? t('actions.mapping.edit') : t('actions.mapping.add')}
      close={close}
      draft={`finance.mapping:${mapping?.id ?? ''}`}
      call={statementMappingSave}
      schema={schema.payload}
      initial={formOf(mapping)}
      payload={(values) => payloadOf(values, mapping)}
      check={(values) => ({
        ...(values.reference.trim() === '' && { reference: t('statement.mapping.required') }),
        ...(values.amount.trim() === '' && { amount: t('statement.mapping.required') }),
        ...(!/^[A-Za-z]{3}$/.test(values.standard) && { standard: t('statement.mapping.currencyCode') }),
      })}
      codes={{ 1000002: 'name' }}
      refused={refusalOf('finance', list.writable || 'readOnly')}
      message={(values) => mappingSaved(values.name)}
    >
      {(form) => (
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput label={t('columns.mapping')} required maxLength={60} {...form.getInputProps('name')} />
            <TextInput label={t('columns.gateway')} required maxLength={40} {...form.getInputProps('gateway')} />
          </Group>
          <Group grow align="flex-start">
            <Select
              label={t('statement.mapping.delimiter')}
              data={options('delimiters', delimiters)}
              allowDeselect={false}
              {...form.getInputProps('delimiter')}
            />
            <Select
              label={t('statement.mapping.decimal')}
              data={options('decimals', ['.', ',', 'minor'])}
              allowDeselect={false}
              {...form.getInputProps('decimal')}
            />
          </Group>
          <Group grow align="flex-start">
            <Select
              label={t('statement.mapping.dates')}
              data={options('dateForms', ['iso', 'dmy', 'mdy'])}
              allowDeselect={false}
              {...form.getInputProps('dates')}
            />
            <TextInput
              label={t('statement.mapping.standard')}
              required
              maxLength={3}
              {...form.getInputProps('standard')}
            />
          </Group>
          {fields.map((field) => (
            <TextInput
              key={field}
              label={label(`finance:statement.mapping.columns.${field}`)}
              required={field === 'reference' || field === 'amount'}
              maxLength={100}
              {...form.getInputProps(field)}
            />
          ))}
          <TextInput
            label={t('statement.mapping.refundWords')}
            description={t('statement.mapping.refundHint')}
            {...form.getInputProps('refundWords')}
          />
        </Stack>
      )}
    </FormDrawer>
  )
}
