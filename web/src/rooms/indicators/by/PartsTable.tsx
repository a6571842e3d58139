// The parts of a figure: each with its value, the counts behind it, and its change from the compared span; the others and the whole below.

import type { Answer } from '@greenroom/contract/call'
import { type FigureKey, type FigureUnit, figureUnits } from '@greenroom/contract/dashboards'
import type { Dimension } from '@greenroom/contract/figureDimensions'
import type { indicatorBy } from '@greenroom/contract/indicators'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { saveCsv } from '../../../charts/csv.ts'
import { fewCases, changeOf as relativeChange } from '../../../format/change.ts'
import { integer, percent } from '../../../format/number.ts'
import { useSession } from '../../../session/session.ts'
import { showsPeople } from '../dashboard/figureTraits.ts'
import { formatOf } from '../figureFormats.ts'
import classes from './by.module.css'
import { usePartNames } from './usePartNames.ts'

// Values, counts and changes of parts in the reader's language.

/** By the value, or by its change; largest first with a minus. */
export const orders = ['-value', 'value', '-change', 'change'] as const
type Order = (typeof orders)[number]

type Measured = { value: number | null; part: number | null; of: number | null }
type Compared = { own: Measured; before: Measured | null }

/** A share or average of so few says little: it is shown pale. */
const isFew = ({ of }: Measured): boolean => of !== null && of < fewCases

/** The difference from the compared span; null if either is not known. */
const changeOf = ({ own, before }: Compared): number | null =>
  own.value === null || before === null || before.value === null ? null : own.value - before.value

function useMeasures(unit: FigureUnit) {
  const { t, i18n } = useTranslation('indicators')
  const { language } = i18n
  const write = formatOf(unit, language)
  const signed = (change: number, of: (size: number) => string) =>
    `${change > 0 ? '+' : change < 0 ? '−' : ''}${of(Math.abs(change))}`
  return {
    value: (value: number | null) => (value === null ? '–' : write(value)),
    /** `2/7`: of a share, so many of so many; of another ratio, how many are divided by. */
    counts: ({ part, of }: Measured) => {
      if (of === null) return '–'
      return unit === 'share' && part !== null
        ? `${integer(part, language)}/${integer(of, language)}`
        : integer(of, language)
    },
    /** `+$120.00 · +35 %`; of a share, its points. */
    change: ({ own, before }: Compared) => {
      const change = changeOf({ own, before })
      if (change === null) return '–'
      if (unit === 'share')
        return signed(change, (size) => t('by.points', { points: integer100(size * 10_000, language) }))
      const of = relativeChange(before!.value, own.value, language)
      const part = of.kind === 'changed' ? ` · ${of.text}` : ''
      return `${signed(change, write)}${part}`
    },
  }
}

/** Hundredths, with two digits at most. */
const integer100 = (hundredths: number, language: string) =>
  percent(Math.round(hundredths), language).replace(/\s?%/, '')

type Split = Answer<typeof indicatorBy>
type Line = Pick<Split['whole'], 'now' | 'own' | 'before'>

type Props = { split: Split; figure: FigureKey; by: Dimension; order: Order; setOrder: (order: Order) => void }

export function PartsTable({ split, figure, by, order, setOrder }: Props) {
  const { t } = useTranslation(['indicators', 'charts'])
  const { may } = useSession()
  const drawer = useDrawer()
  const nameOf = usePartNames(by)
  const opens = showsPeople(figure) && may('users.list', 'read')
  const title = t('by.tableTitle', { figure: t(`figures.${figure}`), by: t(`by.dimensions.${by}`) })
  const hasCounts = split.whole.now.of !== null
  const others = split.others && { ...split.others, name: t('by.others', { count: split.others.parts }) }
  const save = () =>
    saveCsv(title, [
      [
        t(`by.dimensions.${by}`),
        t('by.value'),
        ...(hasCounts ? [t('by.part'), t('by.of')] : []),
        t('by.before'),
        t('by.change'),
      ],
      ...[
        ...split.rows.map((row) => ({ ...row, name: nameOf(row) })),
        ...(others ? [others] : []),
        { ...split.whole, name: t('by.whole') },
      ].map(({ name, now, before, own }) => [
        name,
        now.value,
        ...(hasCounts ? [now.part, now.of] : []),
        before?.value ?? null,
        changeOf({ own, before }),
      ]),
    ])
  if (split.rows.length === 0) return <p className={classes['nothing']}>{t('state.nothing')}</p>
  return (
    // biome-ignore lint: wide rows scroll separately, which must work by keyboard too
    <div className={classes['wide']} tabIndex={0} role="group" aria-label={title}>
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              {t(`by.dimensions.${by}`)}
              <ActionIcon
                size={24}
                ms={6}
                aria-label={t('charts:export', { title })}
                title={t('charts:export', { title })}
                onClick={save}
              >
                <IconDownload size={14} aria-hidden />
              </ActionIcon>
            </th>
            <Sorted name={t('by.value')} of="value" order={order} setOrder={setOrder} />
            {hasCounts && <th scope="col">{t('by.counts')}</th>}
            <th scope="col">{t('by.before')}</th>
            <Sorted name={t('by.change')} of="change" order={order} setOrder={setOrder} />
          </tr>
        </thead>
        <tbody>
          {split.rows.map((row) => (
            <tr key={row.value}>
              <th scope="row">
                {opens ? (
                  <button
                    type="button"
                    className={classes['opens']}
                    title={t('by.people', { part: nameOf(row) })}
                    onClick={() => drawer.open('people', `${figure}:${by}:${row.value}`)}
                  >
                    <bdi>{nameOf(row)}</bdi>
                  </button>
                ) : (
                  <bdi>{nameOf(row)}</bdi>
                )}
              </th>
              <Cells line={row} figure={figure} hasCounts={hasCounts} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {others && (
            <tr>
              <th scope="row">{others.name}</th>
              <Cells line={others} figure={figure} hasCounts={hasCounts} />
            </tr>
          )}
          <tr>
            <th scope="row">{t('by.whole')}</th>
            <Cells line={split.whole} figure={figure} hasCounts={hasCounts} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type SortedProps = { name: string; of: 'value' | 'change'; order: Order; setOrder: (order: Order) => void }

function Sorted({ name, of, order, setOrder }: SortedProps) {
  const isDown = order.startsWith('-')
  const isSorted = order.endsWith(of)
  const Arrow = isDown ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" {...(isSorted && { 'aria-sort': isDown ? 'descending' : 'ascending' })}>
      <button type="button" className={classes['sort']} onClick={() => setOrder(isSorted && isDown ? of : `-${of}`)}>
        {name}
        {isSorted && <Arrow size={13} aria-hidden />}
      </button>
    </th>
  )
}

function Cells({ line, figure, hasCounts }: { line: Line; figure: FigureKey; hasCounts: boolean }) {
  const write = useMeasures(figureUnits[figure])
  const change = changeOf(line)
  const { now, before } = line
  return (
    <>
      <td data-few={isFew(now) || undefined}>
        <bdi dir="ltr">{write.value(now.value)}</bdi>
      </td>
      {hasCounts && (
        <td>
          <bdi dir="ltr">{write.counts(now)}</bdi>
        </td>
      )}
      <td data-few={(before && isFew(before)) || undefined}>
        <bdi dir="ltr">{write.value(before?.value ?? null)}</bdi>
      </td>
      <td data-sign={change === null ? undefined : Math.sign(change)}>
        <bdi dir="ltr">{write.change(line)}</bdi>
      </td>
    </>
  )
}
