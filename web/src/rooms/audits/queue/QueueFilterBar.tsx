import { sexes } from '@greenroom/contract/statesAndKinds'
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { machineLabel } from '../../../format/codeNames.ts'
import { countryOptions } from '../../../format/country.ts'
import { clearFilters, readFilters, type ValueOf, writeFilter } from '../../../list/filters.ts'
import { ChoiceControl } from '../../../listTools/filters/ChoiceControl.tsx'
import { NumbersControl } from '../../../listTools/filters/NumbersControl.tsx'
import { TextControl } from '../../../listTools/filters/TextControl.tsx'
import { useShortcut } from '../../../session/shortcuts.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { shownElement } from '../../../ui/behaviour/shown.ts'
import { useLabels } from '../../../ui/labels.ts'
import { useSpan } from './machineView.tsx'
import classes from './queueBar.module.css'
import { queueFilters } from './queueFilters.ts'
import { useAppeals, useBacklogLabels, useWorkbench } from './workbench.ts'

type Filters = typeof queueFilters

/** The queue's filters. */
export function FilterBar() {
  const { kind } = useWorkbench()
  const { t, i18n } = useTranslation(['audits', 'list'])
  const { label } = useLabels()
  const { data } = useBacklogLabels(kind)
  const [address, change] = useAddress()
  const values = readFilters(queueFilters, address)
  const set =
    <Name extends keyof Filters>(name: Name) =>
    (value: ValueOf<Filters[Name]> | undefined) =>
      change((now) => writeFilter(queueFilters, now, name, value), { replace: name === 'userId' })
  useShortcut('filter', 'list:keys.filter', () => {
    shownElement('[data-filters] button')?.focus()
  })
  const known = new Set([...(data ?? []), ...(values.label ? [values.label] : [])])
  const active = Object.keys(values).length
  return (
    <Group gap={6} data-filters role="search" aria-label={t('list:filters.label')} className={classes['filters'] ?? ''}>
      <ChoiceControl
        label={t('audits:queue.filters.sex')}
        value={values.sex}
        options={sexes.map((value) => ({ value, label: label(`audits:queue.sex.${value}`) }))}
        set={set('sex') as (value: string | undefined) => void}
      />
      <ChoiceControl
        label={t('audits:queue.filters.country')}
        value={values.country}
        options={countryOptions(i18n.language)}
        set={set('country')}
      />
      <ChoiceControl
        label={t('audits:queue.filters.label')}
        value={values.label}
        options={[...known].map((value) => ({ value, label: machineLabel(value) }))}
        set={set('label')}
      />
      <NumbersControl label={t('audits:queue.filters.score')} value={values.score} set={set('score')} />
      <Appeals on={values.appeals === true} set={set('appeals')} />
      <TextControl label={t('audits:queue.filters.userId')} value={values.userId} set={set('userId')} />
      {active > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => change((now) => clearFilters(queueFilters, now))}
        >
          {t('list:filters.clearCount', { count: active })}
        </Button>
      )}
    </Group>
  )
}

/** Only the appeals; says how many wait, and for how long the oldest. */
function Appeals({ on, set }: { on: boolean; set: (value: true | undefined) => void }) {
  const { kind } = useWorkbench()
  const { t } = useTranslation('audits')
  const { data } = useAppeals(kind)
  const span = useSpan()
  return (
    <Button
      variant={on ? 'light' : 'default'}
      className={classes['pill'] ?? ''}
      styles={{ label: { fontWeight: 'inherit' } }}
      size="compact-sm"
      aria-pressed={on}
      onClick={() => set(on ? undefined : true)}
    >
      {t('queue.filters.appeals')}
      {data !== undefined && data.waiting > 0 && (
        <span className={classes['appeals']}>
          {t('queue.filters.appealsWaiting', { count: data.waiting, age: span(data.oldestSeconds ?? 0) })}
        </span>
      )}
    </Button>
  )
}
