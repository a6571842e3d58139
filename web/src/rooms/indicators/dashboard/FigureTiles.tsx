// A dashboard's figures over the whole span, with the change from the compared span, links to users, and the explanation of the change.
import { type Dashboard, type FigureKey, figureUnits } from '@greenroom/contract/dashboards'
import { useTranslation } from 'react-i18next'
import { useChanged } from '../../../format/Changed.tsx'
import { PinButton } from '../board/PinButton.tsx'
import { formatOf } from '../figureFormats.ts'
import { knownAfter, useKnownUpTo } from '../knownUpTo.ts'
import { Defined, useDefinition } from './Defined.tsx'
import classes from './dashboard.module.css'
import type { Figures } from './dashboardPlots.ts'
import { inRows } from './inRows.ts'
import { Opens } from './Opens.tsx'

export function Tiles({ dashboard, of }: { dashboard: Dashboard; of: Figures }) {
  return (
    <dl className={classes['tiles']} style={inRows(dashboard.tiles.length)}>
      {dashboard.tiles.map((figure) => (
        <Tile key={figure} figure={figure} of={of} />
      ))}
    </dl>
  )
}

function Tile({ figure, of }: { figure: FigureKey; of: Figures }) {
  const { t } = useTranslation('indicators')
  const definitionOf = useDefinition()
  const name = t(`figures.${figure}`)
  return (
    <div className={classes['tile']}>
      <dt>
        <Defined name={name} lines={definitionOf(figure)} />
        <PinButton as="figure" of={figure} name={name} />
      </dt>
      <dd>
        <Total figure={figure} of={of} />
        <span className={classes['links']}>
          <Opens figure={figure} name={name} compared={of.before !== null} />
        </span>
      </dd>
    </div>
  )
}

/** A figure over the whole span, with its change if compared. */
export function Total({ figure, of }: { figure: FigureKey; of: Figures }) {
  const { t, i18n } = useTranslation('indicators')
  const total = of.totals[figure] ?? null
  const knownUpTo = useKnownUpTo(knownAfter[figure])
  const isTooNew = knownUpTo !== undefined && (of.days[0] ?? '') > knownUpTo
  return (
    <>
      <bdi dir="ltr" className={classes['value']} title={total === null && !isTooNew ? t('state.none') : undefined}>
        {total === null ? '–' : formatOf(figureUnits[figure], i18n.language)(total)}
      </bdi>
      {isTooNew && <span className={classes['delta']}>{t('state.knownUpTo', { day: knownUpTo })}</span>}
      {of.before && <Delta figure={figure} before={of.before} running={of.running} />}
    </>
  )
}

/** Over the complete days of both spans: while today is running, the figure without it is shown as well. */
function Delta(props: { figure: FigureKey; before: NonNullable<Figures['before']>; running: boolean }) {
  const { figure, before, running } = props
  const { t, i18n } = useTranslation('indicators')
  const changed = useChanged()
  const [then, now] = [before.totals[figure] ?? null, before.own[figure] ?? null]
  const unit = figureUnits[figure]
  // A count counts its own cases; how many lie behind a sum or a share isn't known here.
  const cases = unit === 'count' ? Math.max(then ?? 0, now ?? 0) : undefined
  const { change, written } = changed(then, now, cases)
  if (then === null || now === null || change.kind === 'unknown')
    return <span className={classes['delta']}>{t('delta.unknown')}</span>
  const write = formatOf(unit, i18n.language)
  const values = { change: written, before: write(then), now: write(now) }
  const said =
    change.kind === 'same'
      ? t('delta.same')
      : change.kind === 'few'
        ? t(running ? 'delta.fewRunning' : 'delta.few', values)
        : t(running ? 'delta.running' : 'delta.of', values)
  return (
    <span className={classes['delta']} data-sign={change.kind === 'changed' ? (change.up ? 1 : -1) : 0} dir="auto">
      {said}
    </span>
  )
}
