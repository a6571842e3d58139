// A chart with title, definition, table and download.
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconDownload, IconPhotoDown } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import Chart from './Chart.tsx'
import classes from './charts.module.css'
import { saveCsv } from './csv.ts'
import type { Caption } from './picture.ts'
import { fileOf, isEmpty, type Plot, type PlotTable, tableOf } from './plot.ts'

/** A chart's figures as a table; wide ones scroll separately, by keyboard too. */
function FigureTable({ title, table }: { title: string; table: PlotTable }) {
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={title}>
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, at) => (
                <td key={table.head[at + 1]}>
                  <bdi dir="ltr">{cell === null ? '–' : (table.formats[at]?.(cell) ?? cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Figure(props: {
  title: string
  /** How each figure is computed. */
  computed: string
  plot: Plot
  /** The empty state. */
  empty: string
  /** The definition stands in one line; the pointer, the focus or a tap shows the whole of it, over the chart. */
  brief?: true
  /** Height by the number of rows. */
  tall?: true
  /** The saved picture's caption; without it, there is no picture download. */
  caption?: Caption
  /** Shown first, instead of the chart, and instead of the chart's own figures. */
  table?: ReactNode
  /** More actions. */
  more?: ReactNode
}) {
  const { title, computed, plot } = props
  const { t } = useTranslation('charts')
  const [shown, setShown] = useState<Shown>(props.table ? 'table' : 'chart')
  const id = useId()
  const save = () => {
    const table = fileOf(plot)
    saveCsv(title, [table.head, ...table.rows.map(({ name, cells }) => [name, ...cells])])
  }
  const nothing = isEmpty(plot)
  const place = useRef<HTMLElement>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const saveAsPicture = async (caption: Caption) => {
    const { savePicture } = await import('./picture.ts')
    if (!place.current) return
    await savePicture(title, plot, caption, { place: place.current, scheme })
  }
  const { caption } = props
  return (
    <section ref={place} className={classes['figure']} aria-labelledby={id} {...(props.tall && { 'data-tall': true })}>
      <header className={classes['head']}>
        <h2 id={id}>{title}</h2>
        <ShownAs title={title} shown={shown} show={setShown} />
        <ActionIcon size={28} aria-label={t('export', { title })} title={t('export', { title })} onClick={save}>
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        {caption && (
          <ActionIcon
            size={28}
            aria-label={t('picture', { title })}
            title={t('picture', { title })}
            disabled={nothing}
            onClick={() => void saveAsPicture(caption)}
          >
            <IconPhotoDown size={16} aria-hidden />
          </ActionIcon>
        )}
        {props.more}
      </header>
      {props.brief ? (
        <div className={classes['brief']}>
          <p className={classes['computed']} tabIndex={0}>
            {computed}
          </p>
        </div>
      ) : (
        <p className={classes['computed']}>{computed}</p>
      )}
      {shown === 'table' && props.table && !nothing ? (
        props.table
      ) : shown === 'table' && !props.table ? (
        <FigureTable title={title} table={tableOf(plot)} />
      ) : nothing ? (
        <p className={classes['nothing']} data-figure="empty">
          {props.empty}
        </p>
      ) : (
        <Chart plot={plot} title={title} />
      )}
    </section>
  )
}

type Shown = 'chart' | 'table'

/** Not Mantine's control: it measures itself and each of its labels, which delays a page with a dozen figures. */
function ShownAs({ title, shown, show }: { title: string; shown: Shown; show: (shown: Shown) => void }) {
  const { t } = useTranslation('charts')
  const name = useId()
  return (
    <div role="radiogroup" className={classes['shownAs']} aria-label={t('shownAs', { title })}>
      {(['chart', 'table'] as const).map((value) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={shown === value} onChange={() => show(value)} />
          {value === 'chart' ? t('chart') : t('table')}
        </label>
      ))}
    </div>
  )
}
