// The fields of a commission plan: its levels and salary steps as two small tables.
import { planKinds } from '@greenroom/contract/statesAndKinds'
import { ActionIcon, Button, Group, Input, NumberInput, Select, Table, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { useLabels } from '../../../ui/labels.ts'
import type { PlanValues } from './planInput.ts'

type Form = UseFormReturnType<PlanValues>
const most = 20

export function PlanFields({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const { t } = useTranslation('guilds')
  const { label } = useLabels()
  return (
    <>
      <TextInput label={t('fields.planName')} required maxLength={50} data-autofocus {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <DayField
          ofWeek
          label={t('fields.startWeek')}
          description={t('plan.startHint')}
          required
          {...form.getInputProps('startWeek')}
        />
        <Select
          label={t('fields.planKind')}
          description={t(form.values.kind === 'marginal' ? 'plan.marginalHint' : 'plan.wholeHint')}
          data={planKinds.map((value) => ({ value, label: label(`guilds:options.planKind.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
      </Group>
      <Rows
        form={form}
        field="levels"
        title={t('fields.levels')}
        hint={t('plan.levelsHint')}
        add={t('plan.addLevel')}
        empty={{ from: '', rate: '' }}
        readOnly={readOnly}
        columns={[
          { name: 'from', label: t('fields.from'), suffix: ' USD', decimals: 2 },
          { name: 'rate', label: t('fields.rate'), suffix: '%', decimals: 2 },
        ]}
      />
      <Rows
        form={form}
        field="salary"
        title={t('fields.salary')}
        hint={t('plan.salaryHint')}
        add={t('plan.addStep')}
        empty={{ points: '', days: '', usd: '' }}
        readOnly={readOnly}
        columns={[
          { name: 'points', label: t('fields.points'), decimals: 0 },
          { name: 'days', label: t('fields.days'), decimals: 0 },
          { name: 'usd', label: t('fields.usd'), suffix: ' USD', decimals: 2 },
        ]}
      />
      <Textarea label={t('fields.note')} autosize minRows={2} maxLength={500} {...form.getInputProps('note')} />
    </>
  )
}

type RowsProps = {
  form: Form
  field: 'levels' | 'salary'
  title: string
  hint: string
  add: string
  empty: Record<string, string>
  readOnly: boolean
  columns: { name: string; label: string; suffix?: string; decimals: number }[]
}

/** The first error of the field or of a field within it. */
const faultIn = (form: Form, field: string): string | undefined =>
  Object.entries(form.errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1] as
    | string
    | undefined

function Rows({ form, field, title, hint, add, empty, readOnly, columns }: RowsProps) {
  const { t } = useTranslation('guilds')
  const rows: readonly object[] = form.values[field]
  const fault = faultIn(form, field)
  return (
    <Input.Wrapper label={title} description={hint} labelElement="div">
      <Table mt={6} withTableBorder verticalSpacing={4} data-path={field}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>#</Table.Th>
            {columns.map(({ name, label }) => (
              <Table.Th key={name}>{label}</Table.Th>
            ))}
            <Table.Th w={44} aria-label={t('plan.removeRow')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((_, at) => (
            // biome-ignore lint: rows have no identity besides their place
            <Table.Tr key={at}>
              <Table.Td>{at + 1}</Table.Td>
              {columns.map(({ name, label, suffix, decimals }) => (
                <Table.Td key={name}>
                  <NumberInput
                    aria-label={`${label} ${at + 1}`}
                    hideControls
                    min={0}
                    decimalScale={decimals}
                    thousandSeparator=","
                    {...(suffix && { suffix })}
                    {...form.getInputProps(`${field}.${at}.${name}`)}
                    error={form.errors[`${field}.${at}.${name}`] !== undefined}
                  />
                </Table.Td>
              ))}
              <Table.Td>
                {!readOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('plan.remove', { number: at + 1 })}
                    onClick={() => form.removeListItem(field, at)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {fault}
        </Text>
      )}
      {!readOnly && rows.length < most && (
        <Button
          mt={6}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={12} />}
          // The field is one of two, with rows of their own; the row fits the field.
          onClick={() => form.insertListItem(field, empty as never)}
        >
          {add}
        </Button>
      )}
    </Input.Wrapper>
  )
}
