// A request as its maker saw it: how much, about whom, what is unusual, what the maker wrote, what changes, and the evidence.
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { usd } from '../../../format/number.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { NewestEntries, Senders } from '../../../page/money/LoadedIncome.tsx'
import { WithdrawalFacts } from '../../../page/money/WithdrawalFacts.tsx'
import { RiskPanel } from '../../../page/money/WithdrawalRisk.tsx'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { ApprovalState, DecidedBy, Deciders } from './ApprovalState.tsx'
import { Questions } from './Questions.tsx'
import { type Approval, Request } from './Request.tsx'
import { type Detail, whoIn } from './RequestPerson.tsx'
import classes from './requestView.module.css'

// What is unusual about a request, in the light of earlier ones.
function Unusual({ one, detail }: { one: Pick<Approval, 'kind'>; detail: Detail }) {
  const { t, i18n } = useTranslation('approvals')
  if (detail.unusual.length === 0) return <p className={classes['dim']}>{t('view.usual')}</p>
  const money = (cents: number) => usd(cents, i18n.language)
  const textOf = (of: Detail['unusual'][number]): string => {
    const who = whoIn(detail, of.kind, of.id)
    switch (of.why) {
      case 'first':
        return t(one.kind === 'withdrawal.pass' ? 'unusual.firstPass' : 'unusual.first', { who })
      case 'new':
        return of.days === 0 ? t('unusual.today', { who }) : t('unusual.new', { who, count: of.days })
      case 'more':
        return t('unusual.more', {
          who,
          count: of.earlier,
          amount: money(of.usdCents),
          mean: money(of.meanUsdCents),
        })
    }
  }
  return (
    <ul className={classes['unusual']}>
      {detail.unusual.map((of) => (
        <li key={`${of.why} ${of.kind} ${of.id}`}>
          <IconAlertTriangle size={15} aria-hidden />
          {textOf(of)}
        </li>
      ))}
    </ul>
  )
}

/** With more withdrawals, only the people are linked: what is shown of each asks the server twice. */
const mostWithIncome = 3

export const kindText = (kind: Approval['kind']): string => label(`approvals:kinds.${kind}`)

export function RequestView({ one, detail }: { one: Approval; detail: Detail }) {
  const { t } = useTranslation(['approvals', 'system'])
  const seesUsers = useSession().may('users.list', 'read')
  return (
    <div className={classes['view']}>
      <section className={classes['part']} aria-label={kindText(one.kind)}>
        <p className={classes['kind']}>
          {kindText(one.kind)} <ApprovalState state={one.state} asked={one.asked} />
        </p>
        <p className={classes['title']}>{one.title}</p>
        {one.notInEffect !== null && (
          <p className={classes['notInEffect']} role="alert">
            {t('approvals:view.notInEffect', { by: one.notInEffect.by, why: one.notInEffect.why })}{' '}
            <Time at={one.notInEffect.at} />
          </p>
        )}
        <p className={classes['amount']}>
          {one.usdCents === null ? (
            <span className={classes['dim']}>{t('approvals:view.noMoney')}</span>
          ) : (
            <Amount value={one.usdCents} unit="usd" />
          )}
        </p>
        <Facts
          of={[
            [t('approvals:view.by'), <bdi key="by">{one.maker}</bdi>],
            [t('system:columns.createdAt'), <Time key="at" at={one.createdAt} />],
            ...(one.state === 'pending'
              ? ([
                  [t('system:columns.timeLeft'), <Ago key="left" at={one.expiresAt} />],
                  [t('system:columns.deciders'), <Deciders key="deciders" of={one.deciders} />],
                ] as const)
              : []),
            ...(one.decidedAt === null
              ? []
              : ([
                  [t('system:columns.checker'), <DecidedBy key="checker" of={one} />],
                  [t('system:columns.decidedAt'), <Time key="decided" at={one.decidedAt} />],
                  [t('system:columns.decisionReason'), one.decisionReason],
                ] as const)),
            ...(one.effectiveAt === null
              ? []
              : ([
                  [
                    t('approvals:view.effectiveAt'),
                    <span key="effective">
                      <Time at={one.effectiveAt} />{' '}
                      <span className={classes['dim']}>{t('approvals:view.mayUndo', { by: one.checker })}</span>
                    </span>,
                  ],
                ] as const)),
          ]}
        />
        <h2>{t('approvals:view.wrote')}</h2>
        <p className={classes['wrote']}>
          {one.reason || <span className={classes['dim']}>{t('approvals:view.wroteNothing')}</span>}
        </p>
      </section>
      <section className={classes['part']} aria-label={t('approvals:view.what')}>
        <h2>{t('approvals:view.unusual')}</h2>
        <Unusual one={one} detail={detail} />
        <h2>{t('approvals:view.what')}</h2>
        <Request one={one} detail={detail} />
      </section>
      <Questions one={one} detail={detail} />
      {detail.withdrawals.map((withdrawal) => (
        <section key={withdrawal.withdrawalId} className={classes['evidence']} aria-label={withdrawal.user.nickname}>
          <div className={classes['part']}>
            <WithdrawalFacts one={withdrawal} />
          </div>
          <RiskPanel of={withdrawal} />
          {seesUsers && detail.withdrawals.length <= mostWithIncome && (
            <>
              <Senders userId={withdrawal.user.userId} />
              <div className={classes['wallet']}>
                <NewestEntries userId={withdrawal.user.userId} />
              </div>
            </>
          )}
        </section>
      ))}
    </div>
  )
}
