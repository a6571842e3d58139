import type { Answer } from '@greenroom/contract/call'
import type { everyDayReport } from '@greenroom/contract/guildFigures'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Sums } from '../sums/Sums.tsx'

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
