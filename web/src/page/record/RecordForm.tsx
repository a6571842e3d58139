// The form of a declared record: a control for each sent field, by its kind.
import type { AnyCall, CallSchema } from '@greenroom/contract/call'
import { type Field, hintOf, type RecordSpec, sentAs, type Verb } from '@greenroom/contract/record'
import { schemasOf } from '@greenroom/contract/record.schema'
import { Checkbox, Group, Input, NumberInput, Select, Slider, Switch, Textarea, TextInput } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { AnyForm } from '../../actions/form/anyForm.ts'
import { type RecordFields, type RecordForm, recordForm } from '../../actions/form/recordForm.tsx'
import { type CallOptions, call } from '../../api/call.ts'
import { dateTime } from '../../format/time.ts'
import { platformZone } from '../../session/zone.ts'
import { DateTimeField } from '../../ui/fields/DateTimeField.tsx'
import { label as textOf } from '../../ui/labels.ts'
import { readable } from '../../ui/values/diff.ts'
import { Coded, wordsOfRecord } from './recordCells.tsx'
import type { RecordScreen } from './recordSpec.ts'

type Values = Record<string, unknown>
type Row = Values & { version: number; can: { update: true | string } }
type Page = { records: readonly Row[]; next?: string }
type Part = {
  of: RecordSpec
  name: string
  form: AnyForm
  disabled?: boolean
  label?: string
  hint?: string
  autoFocus?: boolean
}

/** What a control of its own gets. */
export type OwnControl = {
  label: string
  value: unknown
  onChange: (value: unknown) => void
  error?: ReactNode
  readOnly: boolean
}

/** A sent field that is no column: its value in the form, its control, and how a value is shown beside another's. */
type OwnField = {
  valueOf: (row: Row) => unknown
  Control: ComponentType<OwnControl>
  show?: (value: unknown) => ReactNode
}
type OwnFields = Readonly<Record<string, OwnField>>

/** The sent fields, by the names in the payload. */
const partsOf = ({ fields }: RecordSpec) =>
  Object.entries(fields).flatMap(([field, spec]) =>
    spec.set ? sentAs(field, spec).map((name, at) => ({ name, field, at, spec })) : [],
  )

/** A stored value as a form value. */
function valueOf(field: Field, value: unknown, at: number): unknown {
  if (field.is === 'names') return (value as { en: string; cn: string })[at === 0 ? 'en' : 'cn']
  if (field.is === 'time') return value === null ? '' : dateTime(value as string, platformZone())
  return Array.isArray(value) ? [...value] : value
}

/** A new record's initial values; a share starts at 100 %. */
function emptyOf(field: Field): unknown {
  if (field.is === 'flag') return false
  if (field.is === 'choices' || field.is === 'own') return []
  if (field.is === 'choice') return field.of[0]
  return field.is === 'whole' && field.unit ? field.max : ''
}

type Schemas = Partial<Record<Verb, CallSchema>>

/** The parts of a record's form that follow from its declaration; screens with custom fields build on it. */
export function usualForm<L extends AnyCall>(
  { of, calls, name, message }: Pick<RecordScreen<L>, 'of' | 'calls' | 'name' | 'message'>,
  schemas: Schemas = schemasOf(of),
  own: OwnFields = {},
): Omit<RecordForm<Row, Values>, 'Fields'> {
  const parts = partsOf(of)
  const words = wordsOfRecord(of)
  const as = (values: Values) => {
    const names = Object.entries(of.fields).filter(([, { is }]) => is === 'names')
    const shown = names.map(([field, spec]) => {
      const [en = '', cn = ''] = sentAs(field, spec)
      return [field, { en: values[en], cn: values[cn] }]
    })
    return { ...values, ...Object.fromEntries(shown) }
  }
  /** Reads one record by its key: by its own call, or from the list. */
  const read = async (key: string, options: CallOptions): Promise<Row | undefined> => {
    const id = of.fields[of.key]?.is === 'id' ? Number(key) : key
    if (calls.info) return ((await call(calls.info, { [of.key]: id }, options)) as Record<string, Row>)[of.as]
    let after: string | undefined
    do {
      // Payload and rows follow from the declaration, at run time.
      const page = (await call(calls.list, { size: 200, ...(after && { after }) } as never, options)) as Page
      const found = page.records.find((row) => row[of.key] === id)
      if (found) return found
      after = page.next
    } while (after)
    return undefined
  }
  return {
    thing: of.menu,
    read,
    toForm: (row) => ({
      [of.key]: row[of.key],
      version: row.version,
      ...Object.fromEntries(
        parts.map(({ name, field, at, spec }) => [name, own[name]?.valueOf(row) ?? valueOf(spec, row[field], at)]),
      ),
    }),
    nameOf: (values) => name(as(values)),
    update: [calls.update!, schemas.update!],
    ...(calls.save && {
      save: [calls.save, schemas.save!] as const,
      empty: () => Object.fromEntries(parts.map(({ name, spec }) => [name, emptyOf(spec)])),
    }),
    message: (values, verb) => message([as(values)], verb, 'done'),
    waiting: (values, verb) => message([as(values)], verb, 'request'),
    named: words.column,
    show: (name, value) => {
      const shown = own[name]?.show
      if (shown) return shown(value)
      const { is } = parts.find((part) => part.name === name)?.spec ?? { is: 'text' }
      return is === 'choice' || is === 'choices' || is === 'flag' ? (
        <Coded of={of} name={name} value={value} />
      ) : (
        readable(value)
      )
    },
  }
}

/** The language that a field is written in, where its name says so. */
export const langOf = (name: string): string | undefined =>
  name.endsWith('En') ? 'en' : name.endsWith('Cn') ? 'zh-CN' : undefined

/** The control of one field. */
export function RecordField({ of, name, form, disabled = false, label, hint, autoFocus }: Part) {
  const part = partsOf(of).find((one) => one.name === name)
  if (!part) return null
  const { spec: field } = part
  const { option, column } = wordsOfRecord(of)
  const options = 'of' in field ? field.of.map((value) => ({ value, label: option(name, value) })) : []
  const hintKey = hintOf(of, name)
  const common = {
    label: label ?? column(name),
    disabled,
    lang: langOf(name),
    'data-autofocus': autoFocus || undefined,
    description: hint ?? (hintKey && textOf(hintKey)),
    ...form.getInputProps(name, field.is === 'flag' ? { type: 'checkbox' } : {}),
  }
  const typed = { ...common, required: !field.blank, ...(field.ltr && { dir: 'ltr' as const }) }
  switch (field.is) {
    case 'whole':
      if (field.ltr) return <TextInput {...typed} inputMode="numeric" />
      return field.unit ? (
        <Input.Wrapper
          label={`${common.label}: ${form.values[name]}${field.unit}`}
          description={common.description}
          labelElement="div"
          mb="md"
        >
          <Slider
            {...form.getInputProps(name)}
            mt="xs"
            thumbLabel={common.label}
            label={(value) => `${value}${field.unit}`}
            marks={[0, 25, 50, 75, 100].map((value) => ({ value, label: `${value}` }))}
          />
        </Input.Wrapper>
      ) : (
        <NumberInput {...typed} min={field.min} max={field.max} allowDecimal={false} thousandSeparator="," />
      )
    case 'flag':
      return <Switch {...common} />
    case 'choice':
      return <Select {...common} data={options} allowDeselect={false} />
    case 'choices':
      return (
        <Checkbox.Group {...typed}>
          <Group gap="md" mt={6} style={{ whiteSpace: 'nowrap' }}>
            {options.map(({ value, label: text }) => (
              <Checkbox key={value} value={value} label={text} disabled={disabled} />
            ))}
          </Group>
        </Checkbox.Group>
      )
    case 'time':
      return <DateTimeField {...common} />
    case 'text':
      if (field.lines)
        return <Textarea {...typed} autosize minRows={field.blank ? 2 : 4} maxRows={12} maxLength={field.max} />
      return <TextInput {...typed} required={!field.blank && !field.like?.test('')} maxLength={field.max} />
    default:
      return <TextInput {...typed} />
  }
}

/** Short fields go two in a line. */
const isShort = (field: Field) =>
  (field.is === 'whole' && !field.unit) || (field.is === 'text' && !field.lines && (field.max ?? 0) <= 50)

type UsualFieldsProps = RecordFields<Row, Values> & { of: RecordSpec; own: OwnFields }

/** All fields in order; those set only once are read-only afterwards. */
function UsualFields({ of, own, form, record, readOnly }: UsualFieldsProps) {
  const rows = partsOf(of).reduce<ReturnType<typeof partsOf>[]>((lines, part) => {
    const last = lines.at(-1)
    if (last?.length === 1 && isShort(last[0]!.spec) && isShort(part.spec)) last.push(part)
    else lines.push([part])
    return lines
  }, [])
  return rows.map((line) => {
    const fields = line.map(({ name, spec }) => {
      const { Control } = own[name] ?? {}
      return Control ? (
        <Control
          key={name}
          label={wordsOfRecord(of).column(name)}
          readOnly={readOnly}
          {...form.getInputProps(name)}
          value={form.values[name]}
        />
      ) : (
        <RecordField
          key={name}
          of={of}
          name={name}
          form={form}
          disabled={record !== undefined && spec.set === 'once'}
          autoFocus={!record && name === rows[0]?.[0]?.name}
        />
      )
    })
    return line.length === 1 ? (
      fields
    ) : (
      <Group key={line[0]?.name} grow align="flex-start">
        {fields}
      </Group>
    )
  })
}

type Given = Pick<RecordForm<Row, Values>, 'width' | 'codes' | 'payload' | 'check'> & {
  schemas?: Schemas
  own?: OwnFields
}

/** The form of a record: its fields in order, some with controls of their own. */
export const formOf = <L extends AnyCall>(
  spec: Pick<RecordScreen<L>, 'of' | 'calls' | 'name' | 'message'>,
  { schemas, own = {}, ...rest }: Given = {},
) =>
  recordForm<Row, Values>({
    ...usualForm(spec, schemas, own),
    ...rest,
    Fields: (props) => <UsualFields of={spec.of} own={own} {...props} />,
  })
