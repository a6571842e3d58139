// A promoter's page: channels, the last 30 days, payable, and payout accounts.
import type { Answer } from '@greenroom/contract/call'
import { promoterAccountReveal, promoterInfo } from '@greenroom/contract/channels'
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { PayoutAccounts } from '../../../actions/form/PayoutAccounts.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { drawerHref } from '../promotionView.tsx'

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
      width="medium"
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

type PartProps = { title: string; none: string | undefined; children: ReactNode }

const Part = ({ title, none, children }: PartProps) => (
  <section>
    <Title order={3} size="h5" mb={6}>
      {title}
    </Title>
    {none === undefined ? children : <Text c="dimmed">{none}</Text>}
  </section>
)

function Channels({ of }: { of: Found['channels'] }) {
  const { t } = useTranslation('promotion')
  return (
    <Part title={t('promoter.channels')} none={of.length === 0 ? t('promoter.noChannels') : undefined}>
      <ShortTable
        rows={of}
        keyOf={(channel) => channel.id}
        columns={[
          [
            t('columns.name'),
            ({ id, name }) => (
              <Anchor component={Link} to={drawerHref('show', id)}>
                <bdi>{name}</bdi>
              </Anchor>
            ),
          ],
          [t('columns.model'), ({ model }) => t(`options.model.${model}`)],
          [t('columns.installs30'), ({ installs }) => <Amount value={installs} unit="number" />, 'end'],
          [t('columns.counted30'), ({ counted }) => <Amount value={counted} unit="number" />, 'end'],
          [t('columns.costCents'), ({ costCents }) => <Amount value={costCents} unit="usd" />, 'end'],
        ]}
      />
    </Part>
  )
}

function Accounts({ found }: { found: Found }) {
  const { t } = useTranslation('promotion')
  const { promoter, accounts } = found
  const may = promoter.can.account === true
  return (
    <>
      <Part title={t('promoter.accounts')} none={accounts.length === 0 ? t('promoter.noAccounts') : undefined}>
        <PayoutAccounts
          room="promotion"
          of={accounts}
          reveal={may ? (accountId) => (reason) => call(promoterAccountReveal, { accountId, reason }) : undefined}
        />
      </Part>
      {may && (
        <Group>
          <Button component={Link} variant="default" size="compact-sm" to={drawerHref('account', promoter.id)}>
            {t('actions.promoter.account')}
          </Button>
        </Group>
      )}
    </>
  )
}

function Days({ of }: { of: Found['days'] }) {
  const { t } = useTranslation('promotion')
  return (
    <Part title={t('promoter.days')} none={of.length === 0 ? t('promoter.noDays') : undefined}>
      <ShortTable
        rows={of}
        keyOf={(day) => day.day}
        columns={[
          [t('columns.day'), ({ day }) => <bdi dir="ltr">{day}</bdi>],
          [t('columns.installs'), ({ installs }) => <Amount value={installs} unit="number" />, 'end'],
          [t('columns.counted'), ({ counted }) => <Amount value={counted} unit="number" />, 'end'],
          [t('columns.registrations'), ({ registrations }) => <Amount value={registrations} unit="number" />, 'end'],
          [t('columns.costCents'), ({ costCents }) => <Amount value={costCents} unit="usd" />, 'end'],
        ]}
      />
    </Part>
  )
}
