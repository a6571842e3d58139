// The filter bar: each filter is a control as wide as its label, coloured while set.
import { Button, Group } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentList } from '../list/currentList.ts'
import type { DateSpan, Filter, NumberSpan } from '../list/filters.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { shownElement } from '../ui/behaviour/shown.ts'
import { useWidth } from '../ui/behaviour/useWidth.ts'
import { useLabels } from '../ui/labels.ts'
import type { ListWords } from '../ui/words.ts'
import { filtersInLine, filterWidth, valueWidth } from './filterRoom.ts'
import { ChoiceControl, ChoicesControl } from './filters/ChoiceControl.tsx'
import { DatesControl } from './filters/DatesControl.tsx'
import { NumbersControl } from './filters/NumbersControl.tsx'
import { TextControl } from './filters/TextControl.tsx'
import { idsFaultText } from './IdsNotice.tsx'
import classes from './listTools.module.css'
import { SavedViews } from './SavedViews.tsx'

/** Estimated width of the saved views and the button for the other filters. */
const savedViews = 150
const moreButton = 140
const clearButton = 135
const sidebarAndTools = 401

/** About as long as what the filter shows of its value: names that are loaded with the options aren't known here. */
const usualName = 'Middle-sized'
function shownOf(name: string, filter: Filter, value: unknown, words: ListWords): string {
  if ('useOptions' in filter) return usualName
  if (Array.isArray(value)) return value.map((one) => words.option(name, String(one))).join(', ')
  if (typeof value === 'object') return Object.values(value ?? {}).join(' – ')
  return words.option(name, typeof value === 'string' ? value : '')
}

const flagOptions = ['true', 'false'] as const

export function ListFilters() {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  useShortcut('filter', 'list:keys.filter', () => {
    // The search if there is one, else the first filter; never the saved views before them.
    const first = shownElement('[data-filters] input') ?? shownElement('[data-filters] [data-filter] button')
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
  })
  const bar = useRef<HTMLDivElement>(null)
  const room = useWidth(bar, sidebarAndTools)
  const [all, setAll] = useState(false)
  const filters = Object.entries(list.filters)
  const inLine = filtersInLine(
    filters.map(([name, filter]) => {
      const value = list.values[name]
      const shown =
        value === undefined || filter.kind === 'text' || filter.kind === 'ids'
          ? 0
          : valueWidth(shownOf(name, filter, value, list.words))
      return { width: filterWidth(filter.kind, list.words.filter(name)) + shown, isSet: value !== undefined }
    }),
    room - savedViews - (list.active > 0 ? clearButton : 0),
    moreButton,
  )
  const rest = filters.filter((_, at) => !inLine[at])
  const moreLabel = all ? t('filters.fewer') : t('filters.more', { count: rest.length })
  return (
    <Group ref={bar} className={classes['filters']} gap={6} data-filters role="search" aria-label={t('filters.label')}>
      <SavedViews />
      {filters
        .filter((filter) => all || !rest.includes(filter))
        .map(([name, filter]) => (
          <FilterControl
            key={name}
            name={name}
            filter={filter}
            words={list.words}
            value={list.values[name]}
            set={(value) => list.setFilter(name, value)}
          />
        ))}
      {rest.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={all}
          title={moreLabel}
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          onClick={() => setAll((are) => !are)}
        >
          <span className={classes['moreLabel']}>{moreLabel}</span>
          <span className={classes['moreCount']} aria-hidden>
            {all ? '–' : rest.length}
          </span>
        </Button>
      )}
      {list.active > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" style={{ flex: 'none' }} onClick={list.clear}>
          {t('filters.clearCount', { count: list.active })}
        </Button>
      )}
    </Group>
  )
}

const none: readonly string[] = []

type ControlProps = {
  name: string
  filter: Filter
  words: ListWords
  value: unknown
  set: (value: unknown) => void
}

/** One filter, independent of where its value is stored. */
export function FilterControl({ name, filter, words, value, set }: ControlProps) {
  // Re-renders when the language changes.
  useLabels()
  const common = { label: words.filter(name), set }
  switch (filter.kind) {
    case 'text':
      return <TextControl {...common} value={value as string | undefined} />
    case 'ids':
      return (
        <TextControl
          {...common}
          value={value as string | undefined}
          fault={typeof value === 'string' ? idsFaultText(filter, value) : undefined}
        />
      )
    case 'choice':
      return filter.useOptions ? (
        <LoadedChoice {...common} useOptions={filter.useOptions} value={value as string | undefined} />
      ) : (
        <ChoiceControl
          {...common}
          value={value as string | undefined}
          options={(filter.values ?? []).map((known: string) => ({
            value: known,
            label: words.option(name, known),
          }))}
        />
      )
    case 'choices':
      return filter.useOptions ? (
        <LoadedChoices {...common} useOptions={filter.useOptions} values={(value as string[] | undefined) ?? none} />
      ) : (
        <ChoicesControl
          {...common}
          values={(value as string[] | undefined) ?? none}
          options={(filter.values ?? []).map((known) => ({
            value: known,
            label: words.option(name, known),
          }))}
        />
      )
    case 'flag':
      return (
        <ChoiceControl
          {...common}
          value={typeof value === 'boolean' ? String(value) : undefined}
          set={(text) => common.set(text === undefined ? undefined : text === 'true')}
          options={flagOptions.map((known) => ({
            value: known,
            label: words.option(name, known),
          }))}
        />
      )
    case 'dates':
      return <DatesControl {...common} value={value as DateSpan | undefined} />
    case 'numbers':
      return <NumbersControl {...common} value={value as NumberSpan | undefined} />
  }
}

/** The options hook belongs to the filter, so a control always calls the same one. */
function LoadedChoice(props: {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
  useOptions: () => readonly { value: string; label: string }[]
}) {
  const { useOptions, ...rest } = props
  return <ChoiceControl {...rest} options={useOptions()} />
}

function LoadedChoices(props: {
  label: string
  values: readonly string[]
  set: (values: readonly string[] | undefined) => void
  useOptions: () => readonly { value: string; label: string }[]
}) {
  const { useOptions, ...rest } = props
  return <ChoicesControl {...rest} options={useOptions()} />
}
