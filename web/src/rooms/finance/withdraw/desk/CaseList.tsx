// The claimed withdrawals.
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../format/Amount.tsx'
import { integer } from '../../../../format/number.ts'
import { Ago } from '../../../../format/Time.tsx'
import { CaseItem, Cases } from '../../../../screen/desk/Cases.tsx'
import { Tag } from '../../../../ui/StatusBadge.tsx'
import { Risk } from '../parts.tsx'
import type { DeskState } from './useDesk.ts'

export function CaseList({ state }: { state: DeskState }) {
  const { desk } = state
  const { t, i18n } = useTranslation('finance')
  const more =
    desk.more > 0 ? t('withdraw.more', { count: desk.more, number: integer(desk.more, i18n.language) }) : undefined
  return (
    <Cases label={t('withdraw.claimed')} more={more}>
      {desk.cases.map((one) => (
        <CaseItem
          key={one.withdrawalId}
          user={one.user}
          current={one === state.shown}
          choose={() => state.choose(one.withdrawalId)}
          facts={
            <>
              <Amount value={one.usdCents} unit="usd" />
              <Ago at={one.requestedAt} />
            </>
          }
          end={
            desk.lost.has(one.withdrawalId) ? (
              <Tag tone="bad">{t('withdraw.lost.tag')}</Tag>
            ) : (
              <Risk score={one.riskScore} />
            )
          }
        />
      ))}
    </Cases>
  )
}
