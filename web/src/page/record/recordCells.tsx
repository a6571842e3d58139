// The columns and filters of a declared record, by its fields' kinds.
import { type Field, filterHeadingsOf, headingOf, optionsOf, type RecordSpec } from '@greenroom/contract/record'
import { Amount } from '../../format/Amount.tsx'
import { listed } from '../../format/listed.ts'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { type Filter, filtersOf, flag, oneOf, text } from '../../list/filters.ts'
import { Code } from '../../ui/Facts.tsx'
import { label, useLabels } from '../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import type { Written } from '../../ui/values/written.ts'
import type { ListWords } from '../../ui/words.ts'
import type { Columns } from './recordSpec.ts'

/** Labels of a record's fields and codes, in the reader's language. */
export function wordsOfRecord(of: RecordSpec): ListWords {
  const heading = (name: string) => headingOf(of, name) ?? name
  return {
    column: (name) => label(heading(name)),
    filter: (name) => label(filterHeadingsOf(of, name)),
    option: (name, value) => {
      const options = optionsOf(of, name)
      return label(options ? `${options.texts}.${value}` : `list:filters.${value}`)
    },
  }
}

export const filtersOfRecord = ({ filters }: RecordSpec) =>
  filtersOf(
    Object.fromEntries(
      Object.entries(filters).map(([name, filter]): [string, Filter] => {
        if (filter.is === 'flag') return [name, flag()]
        return [name, filter.is === 'choice' ? oneOf(filter.of) : text({ most: filter.max ?? 200 })]
      }),
    ),
  )

const toneOf = (state: string): Tone => (tones.shown as Readonly<Record<string, Tone>>)[state] ?? 'neutral'

/** The labels of one or several codes, or *All*; states are coloured. */
export function Coded({ of, name, value }: { of: RecordSpec; name: string; value: unknown }) {
  const { language } = useLabels()
  const say = (code: unknown) => wordsOfRecord(of).option(name, String(code))
  if (name === 'enabled') return <StatusBadge tone={value === true ? 'good' : 'neutral'}>{say(value)}</StatusBadge>
  if (name === 'state') return <StatusBadge tone={toneOf(String(value))}>{say(value)}</StatusBadge>
  if (!Array.isArray(value)) return say(value)
  if (value.length === optionsOf(of, name)?.codes.length) return label('list:filters.all')
  const names = listed(value.map(say), language)
  return <span title={names}>{names}</span>
}

type Values = Readonly<Record<string, unknown>>

/** The cell of a field's value. */
function cellOf(of: RecordSpec, name: string, field: Field, row: Values): Written {
  const value = row[name]
  switch (field.is) {
    case 'time':
      return <Time at={value as string | null} />
    case 'whole':
      return field.unit ? `${String(value)}${field.unit}` : <Amount value={value as number} unit="number" />
    case 'text':
      return field.ltr ? <Code>{String(value)}</Code> : String(value)
    case 'flag':
    case 'choice':
    case 'choices':
      return <Coded of={of} name={name} value={value} />
    default:
      return String(value)
  }
}

/** The columns in the order given, the first one pinned. */
export const columnsOfRecord = <Row,>(of: RecordSpec, columns: Columns<Row>): Column<Row>[] =>
  Object.entries(columns).map(([id, given], at) => {
    const own = typeof given === 'number' ? { width: given } : given
    const names = /^(.*)(En|Cn)$/.exec(id)
    const both = names && of.fields[`${names[1]}s`]
    if (both && names) {
      const language = names[2] === 'En' ? 'en' : 'cn'
      const cell = (row: Row) => (row as Record<string, Record<string, string>>)[`${names[1]}s`]?.[language]
      return { id, cell, ...(at === 0 && { pinned: true, sort: names[1] }), ...own }
    }
    const field = of.fields[id]
    return {
      id,
      cell: (row: Row) => (field ? cellOf(of, id, field, row as Values) : ''),
      ...(at === 0 && { pinned: true }),
      ...(field?.sort && { sort: id }),
      ...(field?.is === 'whole' && { align: 'end' }),
      ...own,
    }
  })
