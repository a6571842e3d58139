// One withdrawal on the desk: the request, the user, and the risk.
import { withdrawalReveal } from '@greenroom/contract/withdrawals'
import { useTranslation } from 'react-i18next'
import { RevealAccount } from '../../../../action/form/RevealAccount.tsx'
import { call } from '../../../../api/call.ts'
import { NewestEntries, Senders } from '../../../../screen/withdrawal/LoadedIncome.tsx'
import { WithdrawalFacts } from '../../../../screen/withdrawal/WithdrawalFacts.tsx'
import { useSession } from '../../../../session/session.ts'
import { type Claimed, NotInEffect, RiskPanel } from '../parts.tsx'
import classes from '../withdraw.module.css'

export function CaseView({ one }: { one: Claimed }) {
  const { t } = useTranslation('finance')
  const sees = useSession().may('users.list', 'read')
  return (
    <div className={classes['view']}>
      <section className={classes['panel']} aria-label={t('withdraw.one')}>
        {one.notInEffect !== null && <NotInEffect of={one.notInEffect} />}
        <WithdrawalFacts one={one} />
        <div className={classes['reveal']}>
          <RevealAccount
            key={one.withdrawalId}
            room="finance"
            reveal={(reason) => call(withdrawalReveal, { withdrawalId: one.withdrawalId, reason })}
          />
        </div>
      </section>
      <div className={classes['beside']}>
        <RiskPanel of={one} />
        {sees && <Senders key={one.user.userId} userId={one.user.userId} />}
      </div>
      {sees && (
        <div className={classes['wallet']}>
          <NewestEntries key={one.user.userId} userId={one.user.userId} />
        </div>
      )}
    </div>
  )
}
