import type { Answer } from '@greenroom/contract/call'
import type { everyDayReport } from '@greenroom/contract/guildFigures'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import styles from './figures.module.css'

/** What all rows that the filters find come to, whatever page is shown; nothing where they are too many. */
export function Totals({ answer }: { answer: unknown }) {
  const { t } = useTranslation('guilds')
  const totals = (answer as Partial<Answer<typeof everyDayReport>> | undefined)?.totals
  if (!totals) return null
  return (
    <dl className={styles['totals']} aria-label={t('reports.totals')}>
      <div>
        <dt>{t('columns.weekPoints')}</dt>
        <dd>
          <Amount value={totals.bonus} unit="bonus" />
        </dd>
      </div>
      <div>
        <dt>{t('columns.baseUsd')}</dt>
        <dd>
          <Amount value={totals.baseUsdMicros} unit="usdFloor" />
        </dd>
      </div>
      <div>
        <dt>{t('columns.liveMinutes')}</dt>
        <dd>
          <Amount value={totals.liveMinutes} unit="number" />
        </dd>
      </div>
      <div>
        <dt>{t('columns.callMinutes')}</dt>
        <dd>
          <Amount value={totals.callMinutes} unit="number" />
        </dd>
      </div>
    </dl>
  )
}
