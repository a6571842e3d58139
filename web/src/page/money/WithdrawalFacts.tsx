// A withdrawal on a desk: how much, whose, and what its reviewer weighs.
import { useTranslation } from 'react-i18next'
import { Amount } from '../../format/Amount.tsx'
import { Country } from '../../format/Country.tsx'
import { Time } from '../../format/Time.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { Account, type Claimed } from './WithdrawalRisk.tsx'
import classes from './withdrawal.module.css'

export function WithdrawalFacts({ one }: { one: Claimed }) {
  const { t } = useTranslation('finance')
  return (
    <>
      <p className={classes['amount']}>
        <Amount value={one.usdCents} unit="usd" />
      </p>
      {one.held !== '' && (
        <p className={classes['held']} role="alert">
          {t('withdraw.heldBy', { why: one.held })}
        </p>
      )}
      <Facts
        of={[
          [t('columns.user'), <PersonLink key="user" person={one.user} />],
          [t('columns.withdrawalId'), <bdi key="id">{one.withdrawalId}</bdi>],
          [t('columns.requestedAt'), <Time key="at" at={one.requestedAt} />],
          [t('columns.bonus'), <Amount key="bonus" value={one.bonus} unit="bonus" />],
          [t('withdraw.balance'), <Amount key="balance" value={one.balance} unit="bonus" />],
          [t('withdraw.reserved'), <Amount key="reserved" value={one.reserved} unit="bonus" />],
          ...(one.owedTokens > 0
            ? ([
                [
                  t('withdraw.owes'),
                  <span key="owes">
                    <Tokens amount={one.owedTokens} /> · <Amount value={one.owedUsdCents} unit="usd" /> ·{' '}
                    {t('withdraw.takenFirst')}
                  </span>,
                ],
              ] as const)
            : []),
          [t('columns.account'), <Account key="account" of={one.account} />],
          [t('withdraw.usableAt'), <Time key="usable" at={one.account.usableAt} />],
          [
            t('withdraw.paidBefore'),
            <span key="before">
              {one.paidBefore.count} · <Amount value={one.paidBefore.usdCents} unit="usd" />
            </span>,
          ],
          [t('withdraw.registeredAt'), <Time key="registered" at={one.registeredAt} />],
          [t('withdraw.country'), <Country key="country" code={one.country} />],
          [t('withdraw.guild'), one.guildName || '–'],
        ]}
      />
    </>
  )
}
