// The statement of a promoter's month: the calculation, channel by channel, and its state.
import type { Answer } from '@greenroom/contract/call'
import { promoterSettleInfo } from '@greenroom/contract/promoterSettle'
import { Anchor, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { ShowRecord } from '../../actions/form/ShowRecord.tsx'
import { call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { useSession } from '../../session/session.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useLabels } from '../../ui/labels.ts'
import { ShortTable } from '../../ui/ShortTable.tsx'
import { Coefficient, Price } from './promotionView.tsx'
import { LineState, Month } from './SettleState.tsx'

type Found = Answer<typeof promoterSettleInfo>

export default function SettleDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('settle.one')}
      alwaysRead
      read={(signal) => call(promoterSettleInfo, { id: Number(rowId) }, { signal })}
      named={(found) => <bdi>{`${found.settlement.promoter.name} · ${found.settlement.month}`}</bdi>}
      width="wide"
    >
      {(found) => (
        <>
          <Overview of={found} />
          <Sum of={found} />
          <Parts of={found} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of: { settlement: line, account } }: { of: Found }) {
  const { t } = useTranslation('promotion')
  const { label } = useLabels()
  const { may } = useSession()
  const by = (name: string, at: string | null) =>
    name && (
      <span>
        {name} · <Time at={at} brief />
      </span>
    )
  return (
    <Facts
      of={[
        [
          t('columns.promoter'),
          may('promotion.channel', 'read') ? (
            <Anchor
              key="promoter"
              component={Link}
              to={`/promotion/channel?drawer=${encodeURIComponent(`promoter:${line.promoter.promoterId}`)}`}
            >
              <bdi>{line.promoter.name}</bdi>
            </Anchor>
          ) : (
            <bdi key="promoter">{line.promoter.name}</bdi>
          ),
        ],
        [t('columns.month'), <Month key="month" of={line.month} />],
        [t('columns.model'), t(`options.model.${line.model}`)],
        [t('columns.state'), <LineState key="state" of={line} />],
        [t('columns.frozenBy'), by(line.frozenBy, line.frozenAt)],
        [t('columns.approvedBy'), by(line.approvedBy, line.approvedAt)],
        [
          t('fields.accountKind'),
          account ? (
            <span key="account">
              {label(`promotion:options.accountKind.${account.kind.replace('.', '_')}`)}{' '}
              <bdi dir="ltr">…{account.lastFour}</bdi>
            </span>
          ) : (
            t('settle.noAccount')
          ),
        ],
        ...(line.batchId === null
          ? []
          : ([
              [
                t('settle.batch'),
                may('finance.payout', 'read') ? (
                  <Anchor key="batch" component={Link} to={`/finance/payout?tab=batches&drawer=batch:${line.batchId}`}>
                    {line.batchId}
                  </Anchor>
                ) : (
                  String(line.batchId)
                ),
              ],
            ] as const)),
        ...(line.paidAt
          ? ([
              [t('columns.paidAt'), <Time key="paid" at={line.paidAt} />],
              [t('settle.reference'), <bdi key="reference">{line.reference}</bdi>],
            ] as const)
          : []),
      ]}
    />
  )
}

/** From the month's days to the amount paid. */
function Sum({ of: { settlement: line } }: { of: Found }) {
  const { t } = useTranslation('promotion')
  const rows = [
    ['ownCents', line.ownCents],
    ['correctionCents', line.correctionCents],
    ['carriedInCents', line.carriedInCents],
    ['payableCents', line.payableCents],
    ['carriedOutCents', line.carriedOutCents],
  ] as const
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {t('settle.sum')}
      </Title>
      <Table maw={420} aria-label={t('settle.sum')}>
        <Table.Tbody>
          {rows
            .filter(([name, value]) => value !== 0 || name === 'ownCents' || name === 'payableCents')
            .map(([name, value]) => (
              <Table.Tr key={name} fw={name === 'payableCents' ? 600 : undefined}>
                <Table.Td>{t(`columns.${name}`)}</Table.Td>
                <Table.Td ta="end">
                  <Amount value={value} unit="usd" />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {line.correctionCents !== 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('settle.correctionHint')}
        </Text>
      )}
    </section>
  )
}

type Part = Found['parts'][number]

function Parts({ of: { settlement, parts } }: { of: Found }) {
  const { t } = useTranslation('promotion')
  const isCps = settlement.model === 'CPS'
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {t('settle.parts')}
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <ShortTable
          label={t('settle.parts')}
          rows={parts}
          // A channel has a line for each of its terms.
          keyOf={(part, index) => `${part.channel.id} ${index}`}
          columns={[
            [t('columns.channel'), (part) => <bdi>{part.channel.name}</bdi>],
            [
              t('columns.price'),
              ({ priceCents, shareBp }) => <Price of={{ model: settlement.model, priceCents, shareBp }} />,
            ],
            [t('columns.days'), (part) => <Amount value={part.days} unit="number" />, 'end'],
            [t('columns.installs'), (part) => <Amount value={part.installs} unit="number" />, 'end'],
            [t('columns.coefficient'), (part) => <Coefficient value={part.coefficient} />, 'end'],
            [t('columns.counted'), (part) => <Amount value={part.counted} unit="number" />, 'end'],
            ...(isCps
              ? [[t('columns.netCents'), (part: Part) => <Amount value={part.netCents} unit="usd" />, 'end'] as const]
              : []),
            [t('columns.ownCents'), (part) => <Amount value={part.cents} unit="usd" />, 'end'],
          ]}
        />
      </Table.ScrollContainer>
      {parts.length === 0 && <Text c="dimmed">{t('settle.noParts')}</Text>}
    </section>
  )
}
