// A dashboard's figures over the whole span, with the change from the compared span, links to users, and the explanation of the change.
import { type Dashboard, dashboards, type FigureKey, figureUnits } from '@greenroom/contract/dashboards'
import { Tooltip } from '@mantine/core'
import { useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDrawer } from '../../../action/useDrawer.ts'
import { percent } from '../../../format/number.ts'
import { useCurrentList } from '../../../list/list.ts'
import { useSession } from '../../../session/session.ts'
import { PinButton } from '../board/PinButton.tsx'
import { KindContext } from '../options.ts'
import { formatOf } from '../units.ts'
import classes from './dashboard.module.css'
import { listOf, type Narrowing } from './lists.ts'
import { isSum, showsPeople } from './parts.ts'
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
  const { may } = useSession()
  const drawer = useDrawer()
  const name = t(`figures.${figure}`)
  return (
    <div className={classes['tile']}>
      <dt>
        <Defined name={name} how={t(`how.${figure}`)} />
      </dt>
      <dd>
        <Total figure={figure} of={of} />
        <span className={classes['links']}>
          <PinButton as="figure" of={figure} name={name} />
          {showsPeople(figure) && may('users.list', 'read') && (
            <button
              type="button"
              aria-label={t('people.title', { figure: name })}
              onClick={() => drawer.open('people', figure)}
            >
              {t('people.open')}
            </button>
          )}
          <ToList figure={figure} of={of} name={name} />
          {of.before && isSum(figure) && (
            <button
              type="button"
              aria-label={t('why.title', { figure: name })}
              onClick={() => drawer.open('why', figure)}
            >
              {t('why.open')}
            </button>
          )}
        </span>
      </dd>
    </div>
  )
}

/** A figure's name with its definition, for the keyboard as well. Tooltips are created on demand, since one for each tile would delay the charts. */
function Defined({ name, how }: { name: string; how: string }) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span
        ref={place}
        // biome-ignore lint: the definition is for the keyboard as well
        tabIndex={0}
        aria-description={how}
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        {name}
      </span>
      {isOpen && <Tooltip target={place} opened label={how} multiline maw={320} />}
    </>
  )
}

/** The list of what the figure counts, with the dashboard's filters. */
function ToList({ figure, of, name }: { figure: FigureKey; of: Figures; name: string }) {
  const { t } = useTranslation('indicators')
  const { may } = useSession()
  const { values } = useCurrentList()
  const dashboard: Dashboard = dashboards[useContext(KindContext) as keyof typeof dashboards]
  const narrowing = { ...(values as Narrowing), ...(dashboard.sex && { sex: dashboard.sex }) }
  const list = listOf(figure, { from: of.days[0]!, to: of.days.at(-1)! }, narrowing)
  if (!list || !may(list.menu, 'read')) return null
  const title = t('lists.title', { list: t(`lists.${list.name}`), figure: name })
  return (
    <Link to={list.href} aria-label={title} title={t('lists.hint')}>
      {t(`lists.${list.name}`)}
    </Link>
  )
}

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
