// A promoter's page: channels, the last 30 days, payable, and payout accounts.
import type { Answer } from '@greenroom/contract/call'
import { promoterAccountReveal, promoterInfo } from '@greenroom/contract/channels'
import { Anchor, Button, Group, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { PayoutAccounts } from '../../../action/form/PayoutAccounts.tsx'
import { ShowRecord } from '../../../action/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { drawerHref } from '../parts.tsx'

type Found = Answer<typeof promoterInfo>

export default function PromoterDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  const { may } = useSession()
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('promoter.one')}
      alwaysRead
      read={(signal) => call(promoterInfo, { id: Number(rowId) }, { signal })}
      named={(found) => <bdi>{found.promoter.name}</bdi>}
      width={720}
    >
      {(found) => (
        <>
          <Facts
            of={[
              [t('columns.payable'), <Amount key="payable" value={found.promoter.payableCents} unit="usd" />],
              [t('columns.remark'), found.promoter.remark],
              [t('columns.createdAt'), <Time key="at" at={found.promoter.createdAt} />],
            ]}
          />
          <Group>
            {found.promoter.can.update === true && (
              <Button
                component={Link}
                variant="default"
                size="compact-sm"
                to={drawerHref('addPromoter', found.promoter.id)}
              >
                {t('actions.promoter.edit')}
              </Button>
            )}
            <Button
              component={Link}
              variant="default"
              size="compact-sm"
              to={`/promotion/channelDay?promoterId=${found.promoter.id}`}
            >
              {t('promoter.toDays')}
            </Button>
            {may('promotion.settle', 'read') && (
              <Button
                component={Link}
                variant="default"
                size="compact-sm"
                to={`/promotion/settle?promoterId=${found.promoter.id}`}
              >
                {t('promoter.toSettle')}
              </Button>
            )}
          </Group>
          <Channels of={found.channels} />
          <Accounts found={found} />
          <Days of={found.days} />
        </>
      )}
    </ShowRecord>
  )
}

type PartProps = {
  title: string
  heads: readonly (readonly [text: string, end?: true])[]
  children: ReactNode
  none?: string | undefined
}

function Part({ title, heads, children, none }: PartProps) {
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      {none === undefined ? (
        <Table>
          <Table.Thead>
            <Table.Tr>
              {heads.map(([text, end]) => (
                <Table.Th key={text} ta={end && 'end'}>
                  {text}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      ) : (
        <Text c="dimmed">{none}</Text>
      )}
    </section>
  )
}

const Count = ({ value }: { value: number }) => (
  <Table.Td ta="end">
    <Amount value={value} unit="number" />
  </Table.Td>
)

function Channels({ of }: { of: Found['channels'] }) {
  const { t } = useTranslation('promotion')
  return (
    <Part
      title={t('promoter.channels')}
      none={of.length === 0 ? t('promoter.noChannels') : undefined}
      heads={[
        [t('columns.name')],
        [t('columns.model')],
        [t('columns.installs30'), true],
        [t('columns.counted30'), true],
        [t('columns.costCents'), true],
      ]}
    >
      {of.map((channel) => (
        <Table.Tr key={channel.id}>
          <Table.Td>
            <Anchor component={Link} to={drawerHref('show', channel.id)}>
              <bdi>{channel.name}</bdi>
            </Anchor>
          </Table.Td>
          <Table.Td>{t(`options.model.${channel.model}`)}</Table.Td>
          <Count value={channel.installs} />
          <Count value={channel.counted} />
          <Table.Td ta="end">
            <Amount value={channel.costCents} unit="usd" />
          </Table.Td>
        </Table.Tr>
      ))}
    </Part>
  )
}

function Accounts({ found }: { found: Found }) {
  const { t } = useTranslation('promotion')
  const { promoter, accounts } = found
  const may = promoter.can.account === true
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {t('promoter.accounts')}
      </Title>
      {accounts.length === 0 ? (
        <Text c="dimmed">{t('promoter.noAccounts')}</Text>
      ) : (
        <PayoutAccounts
          room="promotion"
          of={accounts}
          reveal={may ? (accountId) => (reason) => call(promoterAccountReveal, { accountId, reason }) : undefined}
        />
      )}
      {may && (
        <Group mt="xs">
          <Button component={Link} variant="default" size="compact-sm" to={drawerHref('account', promoter.id)}>
            {t('actions.promoter.account')}
          </Button>
        </Group>
      )}
    </section>
  )
}

function Days({ of }: { of: Found['days'] }) {
  const { t } = useTranslation('promotion')
  return (
    <Part
      title={t('promoter.days')}
      none={of.length === 0 ? t('promoter.noDays') : undefined}
      heads={[
        [t('columns.day')],
        [t('columns.installs'), true],
        [t('columns.counted'), true],
        [t('columns.registrations'), true],
        [t('columns.costCents'), true],
      ]}
    >
      {of.map((day) => (
        <Table.Tr key={day.day}>
          <Table.Td>
            <bdi dir="ltr">{day.day}</bdi>
          </Table.Td>
          <Count value={day.installs} />
          <Count value={day.counted} />
          <Count value={day.registrations} />
          <Table.Td ta="end">
            <Amount value={day.costCents} unit="usd" />
          </Table.Td>
        </Table.Tr>
      ))}
    </Part>
  )
}
