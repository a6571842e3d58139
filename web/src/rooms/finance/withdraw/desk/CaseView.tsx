// One withdrawal on the desk: the request, the user, and the risk.
import { withdrawalReveal } from '@greenroom/contract/withdrawals'
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RevealAccount } from '../../../../action/form/RevealAccount.tsx'
import { call } from '../../../../api/call.ts'
import { loadTexts } from '../../../../i18n/index.ts'
import { WithdrawalFacts } from '../../../../screen/withdrawal/WithdrawalFacts.tsx'
import { useSession } from '../../../../session/session.ts'
import { loadable } from '../../../../ui/loadable.tsx'
import { type Claimed, NotInEffect, RiskPanel } from '../parts.tsx'
import classes from '../withdraw.module.css'

/** Entries use texts of the Flow room. */
const income = () => Promise.all([import('../../../../screen/withdrawal/Income.tsx'), loadTexts(['flow'])])
const Senders = loadable(async () => ({ default: (await income())[0].Senders }))
const NewestEntries = loadable(async () => ({ default: (await income())[0].NewestEntries }))

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
        {sees && (
          <Suspense fallback={<Skeleton h={160} />}>
            <Senders key={one.user.userId} userId={one.user.userId} />
          </Suspense>
        )}
      </div>
      {sees && (
        <div className={classes['wallet']}>
          <Suspense fallback={<Skeleton h={240} />}>
            <NewestEntries key={one.user.userId} userId={one.user.userId} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
