// The claimed withdrawals.
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../format/Amount.tsx'
import { integer } from '../../../../format/number.ts'
import { Ago } from '../../../../format/Time.tsx'
import { Face } from '../../../../ui/UserChip.tsx'
import { Risk } from '../parts.tsx'
import classes from '../withdraw.module.css'
import type { DeskState } from './useDesk.ts'

export function CaseList({ desk }: { desk: DeskState }) {
  const { t, i18n } = useTranslation('finance')
  return (
    <nav className={classes['cases']} aria-label={t('withdraw.inHand')}>
      <ol>
        {desk.all.map((one) => (
          <li key={one.withdrawalId}>
            <button
              type="button"
              className={classes['case']}
              aria-current={one === desk.shown ? 'true' : undefined}
              // Keep the focus where the keys work.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => desk.choose(one.withdrawalId)}
            >
              <Face name={one.user.nickname || String(one.user.userId)} picture={one.user.avatarUrl} size={30} />
              <span className={classes['caseName']}>
                <bdi>{one.user.nickname || one.user.userId}</bdi>
                <span>
                  <Amount value={one.usdCents} unit="usd" /> · <Ago at={one.requestedAt} />
                </span>
              </span>
              <Risk score={one.riskScore} />
            </button>
          </li>
        ))}
      </ol>
      {desk.more > 0 && (
        <p className={classes['more']}>
          {t('withdraw.more', { count: desk.more, number: integer(desk.more, i18n.language) })}
        </p>
      )}
    </nav>
  )
}
