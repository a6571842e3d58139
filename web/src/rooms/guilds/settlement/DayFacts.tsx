import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { inUnit } from '../../../format/number.ts'
import classes from './settlement.module.css'

type Day = { liveSeconds: number; callSeconds: number; bonus: number }

/** What was counted of an anchor's day, in one line; `valid` where it is known. */
export function DayFacts({ of, valid }: { of: Day; valid?: boolean }) {
  const { t, i18n } = useTranslation('guilds')
  const minutes = (seconds: number) => inUnit(Math.floor(seconds / 60), 'minute', i18n.language)
  return (
    <span className={classes['facts']}>
      <span>
        {t('columns.live')} {minutes(of.liveSeconds)}
      </span>
      <span>
        {t('columns.calls')} {minutes(of.callSeconds)}
      </span>
      <span>
        {t('columns.bonus')} <Amount value={of.bonus} unit="bonus" />
      </span>
      {valid !== undefined && <span>{t(valid ? 'reports.valid' : 'reports.notValid')}</span>}
    </span>
  )
}
