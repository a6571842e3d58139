// The bar of filters: each one a control as wide as its words, in colour while it's set.
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../session/shortcuts.ts'
import { useLabels } from '../ui/labels.ts'
import { ChoiceControl } from './filterControls/ChoiceControl.tsx'
import { DatesControl } from './filterControls/DatesControl.tsx'
import { NumbersControl } from './filterControls/NumbersControl.tsx'
import { TextControl } from './filterControls/TextControl.tsx'
import type { Filter } from './filters.ts'
import classes from './list.module.css'
import { useCurrentList } from './list.ts'
import { SavedViews } from './SavedViews.tsx'

const flagOptions = ['true', 'false'] as const

export function ListFilters() {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  useShortcut('/', 'list:keys.filter', () => {
    const bar = document.querySelector<HTMLElement>('[data-filters] input, [data-filters] button')
    bar?.focus()
    if (bar instanceof HTMLInputElement) bar.select()
  })
  return (
    <Group className={classes['filters']} gap={6} data-filters role="search" aria-label={t('filters.label')}>
      <SavedViews />
      {Object.entries(list.filters).map(([name, filter]) => (
        <FilterControl
          key={name}
          name={name}
          filter={filter}
          room={list.room}
          value={list.values[name]}
          set={(value) => list.setFilter(name, value)}
        />
      ))}
      {list.active > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={list.clear}>
          {t('filters.clearCount', { count: list.active })}
        </Button>
      )}
    </Group>
  )
}

type ControlProps = {
  name: string
  filter: Filter
  /** The namespace of its texts. */
  room: string
  value: unknown
  set: (value: unknown) => void
}

/** One filter, wherever its value is kept. */
export function FilterControl({ name, filter, room, value, set }: ControlProps) {
  const { label } = useLabels()
  const common = { label: label([`${room}:filters.${name}`, `${room}:columns.${name}`]), set }
  switch (filter.kind) {
    case 'text':
      return <TextControl {...common} value={value as string | undefined} />
    case 'choice':
      return filter.useOptions ? (
        <AskedChoice {...common} useOptions={filter.useOptions} value={value as string | undefined} />
      ) : (
        <ChoiceControl
          {...common}
          value={value as string | undefined}
          options={(filter.values ?? []).map((known: string) => ({
            value: known,
            label: label(`${room}:options.${name}.${known}`),
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
            label: label([`${room}:options.${name}.${known}`, `list:filters.${known}`]),
          }))}
        />
      )
    case 'dates':
      return <DatesControl {...common} value={value as never} />
    case 'numbers':
      return <NumbersControl {...common} value={value as never} />
  }
}

/** The options' hook belongs to the filter and is always the same one for a control. */
function AskedChoice(props: {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
  useOptions: () => readonly { value: string; label: string }[]
}) {
  const { useOptions, ...rest } = props
  return <ChoiceControl {...rest} options={useOptions()} />
}
