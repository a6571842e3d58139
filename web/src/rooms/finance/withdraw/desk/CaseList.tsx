// The claimed withdrawals.
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../format/Amount.tsx'
import { integer } from '../../../../format/number.ts'
import { Ago } from '../../../../format/Time.tsx'
import { CaseItem, Cases } from '../../../../screen/desk/Cases.tsx'
import { Risk } from '../parts.tsx'
import type { DeskState } from './useDesk.ts'

export function CaseList({ desk }: { desk: DeskState }) {
  const { t, i18n } = useTranslation('finance')
  const more =
    desk.more > 0 ? t('withdraw.more', { count: desk.more, number: integer(desk.more, i18n.language) }) : undefined
  return (
    <Cases label={t('withdraw.claimed')} more={more}>
      {desk.all.map((one) => (
        <CaseItem
          key={one.withdrawalId}
          user={one.user}
          current={one === desk.shown}
          choose={() => desk.choose(one.withdrawalId)}
          facts={
            <>
              <Amount value={one.usdCents} unit="usd" />
              <Ago at={one.requestedAt} />
            </>
          }
          end={<Risk score={one.riskScore} />}
        />
      ))}
    </Cases>
  )
}
