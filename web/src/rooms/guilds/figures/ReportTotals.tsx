import type { Answer } from '@greenroom/contract/call'
import type { everyDayReport } from '@greenroom/contract/guildFigures'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import classes from './sums.module.css'

type Props = { of: readonly (readonly [label: string, value: ReactNode])[]; label?: string; busy?: boolean }

/** A list's totals, in one line above it. */
export const Sums = ({ of, label, busy = false }: Props) => (
  <dl className={classes['sums']} aria-label={label} aria-busy={busy}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Totals over all matching rows, whatever the page; nothing if there are too many. */
export function Totals({ answer }: { answer: unknown }) {
  const { t } = useTranslation('guilds')
  const totals = (answer as Partial<Answer<typeof everyDayReport>> | undefined)?.totals
  if (!totals) return null
  return (
    <Sums
      label={t('reports.totals')}
      of={[
        [t('columns.weekPoints'), <Amount key="points" value={totals.bonus} unit="bonus" />],
        [t('columns.baseUsd'), <Amount key="base" value={totals.baseUsdMicros} unit="usdFloor" />],
        [t('columns.liveMinutes'), <Amount key="live" value={totals.liveMinutes} unit="number" />],
        [t('columns.callMinutes'), <Amount key="calls" value={totals.callMinutes} unit="number" />],
      ]}
    />
  )
}
