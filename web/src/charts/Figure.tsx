// A chart with its name, how its figures are computed, the same figures as a table, and as a file.
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import { saveCsv } from './csv.ts'
import { FigureTable } from './FigureTable.tsx'
import { isEmpty, type Plot, tableOf } from './plot.ts'

const Chart = lazy(() => import('./Chart.tsx'))

export function Figure(props: {
  title: string
  /** How each figure is computed. */
  computed: string
  plot: Plot
  /** What stands there instead while there is nothing to draw. */
  empty: string
  /** The definition takes one line until it is pointed at. */
  brief?: true
  /** As high as its rows need. */
  tall?: true
}) {
  const { title, computed, plot } = props
  const { t } = useTranslation('charts')
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  const id = useId()
  const save = () => {
    const table = tableOf(plot)
    saveCsv(title, [table.head, ...table.rows.map(({ name, cells }) => [name, ...cells])])
  }
  const nothing = isEmpty(plot)
  return (
    <section className={classes['figure']} aria-labelledby={id} {...(props.tall && { 'data-tall': true })}>
      <header className={classes['head']}>
        <h2 id={id}>{title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('shownAs', { title })}
          value={shown}
          onChange={(value) => setShown(value as typeof shown)}
          data={[
            { value: 'chart', label: t('chart') },
            { value: 'table', label: t('table') },
          ]}
        />
        <ActionIcon size={28} aria-label={t('export', { title })} title={t('export', { title })} onClick={save}>
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </header>
      <p className={classes['computed']} {...(props.brief && { 'data-brief': true, title: computed })}>
        {computed}
      </p>
      {shown === 'table' ? (
        <FigureTable title={title} table={tableOf(plot)} />
      ) : nothing ? (
        <p className={classes['nothing']}>{props.empty}</p>
      ) : (
        <Suspense fallback={<div className={classes['frame']} aria-busy />}>
          <Chart plot={plot} title={title} />
        </Suspense>
      )}
    </section>
  )
}
