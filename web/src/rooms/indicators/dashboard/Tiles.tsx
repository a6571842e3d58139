// A dashboard's figures over the whole span, with the change from the compared span, links to users, and the explanation of the change.
import { type Dashboard, type FigureKey, figureUnits } from '@greenroom/contract/dashboards'
import { Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { percent } from '../../../format/number.ts'
import { PinButton } from '../board/PinButton.tsx'
import { formatOf } from '../units.ts'
import classes from './dashboard.module.css'
import { Opens } from './Opens.tsx'
import type { Figures } from './plots.ts'

export function Tiles({ dashboard, of }: { dashboard: Dashboard; of: Figures }) {
  return (
    <dl className={classes['tiles']}>
      {dashboard.tiles.map((figure) => (
        <Tile key={figure} figure={figure} of={of} />
      ))}
    </dl>
  )
}

function Tile({ figure, of }: { figure: FigureKey; of: Figures }) {
  const { t } = useTranslation('indicators')
  const name = t(`figures.${figure}`)
  return (
    <div className={classes['tile']}>
      <dt>
        <Defined name={name} how={t(`how.${figure}`)} formula={t('formula', { formula: t(`formulas.${figure}`) })} />
      </dt>
      <dd>
        <Total figure={figure} of={of} />
        <span className={classes['links']}>
          <PinButton as="figure" of={figure} name={name} />
          <Opens figure={figure} name={name} compared={of.before !== null} />
        </span>
      </dd>
    </div>
  )
}

/** A figure's name with its definition and, on a line of its own, its formula, for the keyboard as well. Tooltips are created on demand, since one for each tile would delay the charts. */
function Defined({ name, how, formula }: { name: string; how: string; formula: string }) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span
        ref={place}
        // biome-ignore lint: the definition is for the keyboard as well
        tabIndex={0}
        aria-description={`${how} ${formula}`}
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        {name}
      </span>
      {isOpen && <Tooltip target={place} opened label={<Lines of={[how, formula]} />} multiline maw={320} />}
    </>
  )
}

const Lines = ({ of }: { of: readonly string[] }) => of.map((line) => <div key={line}>{line}</div>)

/** A figure over the whole span, with its change if compared. */
export function Total({ figure, of }: { figure: FigureKey; of: Figures }) {
  const { t, i18n } = useTranslation('indicators')
  const total = of.totals[figure] ?? null
  return (
    <>
      <bdi dir="ltr" className={classes['value']} title={total === null ? t('state.none') : undefined}>
        {total === null ? '–' : formatOf(figureUnits[figure], i18n.language)(total)}
      </bdi>
      {of.before && <Delta figure={figure} before={of.before} running={of.running} />}
    </>
  )
}

/** Over the complete days of both spans: while today is running, the figure without it is shown as well. */
function Delta(props: { figure: FigureKey; before: NonNullable<Figures['before']>; running: boolean }) {
  const { figure, before, running } = props
  const { t, i18n } = useTranslation('indicators')
  const [then, now] = [before.totals[figure] ?? null, before.own[figure] ?? null]
  if (then === null || now === null || then === 0) return <span className={classes['delta']}>{t('delta.unknown')}</span>
  const write = formatOf(figureUnits[figure], i18n.language)
  const change = (now - then) / Math.abs(then)
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return (
    <span className={classes['delta']} data-sign={Math.sign(change)} dir="auto">
      {change === 0
        ? t('delta.same')
        : t(running ? 'delta.running' : 'delta.of', {
            change: `${sign}${percent(Math.round(Math.abs(change) * 10_000), i18n.language)}`,
            before: write(then),
            now: write(now),
          })}
    </span>
  )
}
