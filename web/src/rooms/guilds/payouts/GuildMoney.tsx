// The money of a guild: its payable and debt, accounts, and newest requests and payments.
import { payoutAccountReveal } from '@greenroom/contract/payouts'
import { Alert, Anchor, Skeleton, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PayoutAccounts } from '../../../actions/form/PayoutAccounts.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { fileUrl } from '../../../session/cookies.ts'
import { explain } from '../../../session/messages.ts'
import { Balance, useMoney } from './GuildBalance.tsx'
import classes from './payouts.module.css'
import { type Money as Of, RequestState } from './RequestState.tsx'

/** `change`: actions beside the accounts. */
export function Money({ guildId, change }: { guildId: number; change?: (of: Of) => ReactNode }) {
  const { t } = useTranslation('guilds')
  const { data, error } = useMoney(guildId)
  if (error) return <Alert color="red">{explain(error)?.text}</Alert>
  if (!data) return <Skeleton h={120} mt="md" aria-busy />
  return (
    <>
      <Part title={t('payout.balance')} empty={false}>
        <Balance of={data} />
      </Part>
      <Part title={t('payout.accounts')} empty={data.accounts.length === 0} action={change?.(data)}>
        <PayoutAccounts
          room="guilds"
          of={data.accounts}
          reveal={
            data.can.reveal === true
              ? (accountId) => (reason) => call(payoutAccountReveal, { accountId, reason })
              : undefined
          }
        />
      </Part>
      <Part title={t('payout.payments')} empty={data.payments.length === 0}>
        <Payments of={data} />
      </Part>
      <Part title={t('payout.requests')} empty={data.requests.length === 0}>
        <Requests of={data} />
      </Part>
    </>
  )
}

type PartProps = { title: string; empty: boolean; action?: ReactNode; children: ReactNode }

function Part({ title, empty, action, children }: PartProps) {
  const { t } = useTranslation('guilds')
  return (
    <section>
      <div className={classes['head']}>
        <h2 className={classes['heading']}>{title}</h2>
        {action}
      </div>
      {empty ? (
        <p className={classes['nothing']}>{t('payout.none')}</p>
      ) : (
        <div className={classes['scroll']}>{children}</div>
      )}
    </section>
  )
}

function Payments({ of }: { of: Of }) {
  const { t } = useTranslation('guilds')
  return (
    <Table verticalSpacing={4} fz="sm">
      <Table.Tbody>
        {of.payments.map((payment) => (
          <Table.Tr key={payment.id}>
            <Table.Td>
              <Time at={payment.paidAt} brief />
            </Table.Td>
            <Table.Td>
              <Amount value={payment.usdCents} unit="usd" />
            </Table.Td>
            <Table.Td>
              {payment.week === null ? (
                t('payout.ofRequest', { id: String(payment.requestId) })
              ) : (
                <bdi dir="ltr">{payment.week}</bdi>
              )}
            </Table.Td>
            <Table.Td>
              <bdi>{payment.reference}</bdi>
            </Table.Td>
            <Table.Td>
              {payment.proofUrl !== '' && (
                <Anchor href={fileUrl(payment.proofUrl)} target="_blank" rel="noreferrer" inherit>
                  {t('fields.proof')}
                </Anchor>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Requests({ of }: { of: Of }) {
  return (
    <Table verticalSpacing={4} fz="sm">
      <Table.Tbody>
        {of.requests.map((request) => (
          <Table.Tr key={request.id}>
            <Table.Td>
              <Time at={request.requestedAt} brief />
            </Table.Td>
            <Table.Td>
              <Amount value={request.usdCents} unit="usd" />
            </Table.Td>
            <Table.Td>
              <RequestState state={request.state} />
            </Table.Td>
            <Table.Td>{request.reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
