// One order: its fields, its history, and its transfers.
import type { Answer } from '@greenroom/contract/call'
import { rechargeInfo } from '@greenroom/contract/finance'
import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { Detail, Story } from '../../../ui/Story.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { Paid, Refund, State } from './OrderState.tsx'
import { toTransfer } from './orderActions.ts'

type Found = Answer<typeof rechargeInfo>

export default function OrderDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('order')}
      alwaysRead
      read={(signal) => call(rechargeInfo, { orderId: rowId }, { signal })}
      named={(found) => <bdi>{found.orderId}</bdi>}
      width="medium"
    >
      {(found) => (
        <>
          <Overview order={found} />
          <Course of={found.story} />
          <Transfers of={found.transfers} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ order }: { order: Found }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.user'), order.user && <PersonLink key="user" person={order.user} />],
        [t('columns.state'), <State key="state" order={order} />],
        [t('columns.usd'), <Amount key="usd" value={order.usdCents} unit="usd" />],
        ...(order.currency === null ? [] : ([[t('columns.paidAmount'), <Paid key="paid" order={order} />]] as const)),
        [t('columns.fee'), <Amount key="fee" value={order.feeUsdCents} unit="usd" />],
        [t('columns.tokens'), <Tokens key="tokens" amount={order.tokens} />],
        [t('columns.promoTokens'), <Tokens key="promo" amount={order.promoTokens} />],
        [t('columns.product'), order.product],
        [t('columns.gateway'), order.gateway],
        [
          t('columns.gatewayReference'),
          order.gatewayReference && <Code key="reference">{order.gatewayReference}</Code>,
        ],
        [t('columns.payerReference'), order.payerReference && <Code key="payer">{order.payerReference}</Code>],
        [t('columns.channel'), order.channel],
        [t('columns.refund'), <Refund key="refund" order={order} />],
        ...(order.debtTokens > 0
          ? ([[t('columns.debtTokens'), <Tokens key="debt" amount={order.debtTokens} />]] as const)
          : []),
      ]}
    />
  )
}

function Course({ of }: { of: Found['story'] }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  return (
    <Story
      title={t('story.title')}
      of={of.map((one) => ({
        at: one.at,
        what: t(`story.${one.what}`),
        by: one.by,
        more: one.transferId && <Link to={toTransfer(one.transferId)}>{t('story.transfer')}</Link>,
        details: (
          <Detail
            text={
              one.detail && one.what === 'delivered'
                ? label(`finance:commands.${one.detail.replace('.', '_')}`)
                : one.detail
            }
          />
        ),
      }))}
    />
  )
}

function Transfers({ of }: { of: Found['transfers'] }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  return (
    <section>
      <Title order={3}>{t('transfers.title')}</Title>
      {of.length === 0 ? (
        <Text c="dimmed">{t('transfers.none')}</Text>
      ) : (
        <ShortTable
          rows={of}
          keyOf={(one) => one.transferId}
          columns={[
            [
              t('transfers.kind'),
              (one) => (
                <Link to={toTransfer(one.transferId)}>
                  {label(`finance:transfers.kinds.${one.kind.replace('.', '_')}`)}
                </Link>
              ),
            ],
            [t('transfers.tokens'), (one) => <Amount value={one.tokens} unit="tokens" />, 'end'],
            [t('transfers.cash'), (one) => <Amount value={Math.trunc(one.cashUsdMicros / 10_000)} unit="usd" />, 'end'],
            [t('columns.debtTokens'), (one) => <Amount value={one.debtTokens} unit="tokens" />, 'end'],
          ]}
        />
      )}
    </section>
  )
}
