// One channel: its profile, the history of its terms, and signs of fraud among its users.
import type { Answer } from '@greenroom/contract/call'
import { channelInfo, channelPeople } from '@greenroom/contract/channels'
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { integer, share } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { Coefficient, drawerHref, Enabled, Price } from '../promotionView.tsx'

type Found = Answer<typeof channelInfo>
type Hint = Found['hints'][number]

export default function ChannelDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('channel.one')}
      alwaysRead
      read={(signal) => call(channelInfo, { id: Number(rowId) }, { signal })}
      named={(found) => <bdi>{found.channel.name}</bdi>}
      width="medium"
    >
      {(found) => (
        <>
          <Overview of={found.channel} />
          <Hints channelId={found.channel.id} hints={found.hints} />
          <Terms of={found.terms} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: Found['channel'] }) {
  const { t } = useTranslation('promotion')
  return (
    <>
      <Facts
        of={[
          [t('columns.number'), <Code key="number">{of.number}</Code>],
          [
            t('columns.promoter'),
            of.promoter && (
              <Anchor key="promoter" component={Link} to={drawerHref('promoter', of.promoter.promoterId)}>
                <bdi>{of.promoter.name}</bdi>
              </Anchor>
            ),
          ],
          [t('columns.type'), <Labelled key="type" by={`promotion:options.type.${of.type}`} />],
          [t('columns.enabled'), <Enabled key="enabled" is={of.enabled} />],
          [t('columns.price'), <Price key="price" of={of} />],
          [t('columns.coefficient'), <Coefficient key="coefficient" value={of.coefficient} />],
          [t('columns.installs30'), <Amount key="installs" value={of.installs} unit="number" />],
          [t('columns.counted30'), <Amount key="counted" value={of.counted} unit="number" />],
          [t('columns.registrations30'), <Amount key="registrations" value={of.registrations} unit="number" />],
          [t('columns.remark'), of.remark],
        ]}
      />
      <Group>
        <Button
          component={Link}
          variant="default"
          size="compact-sm"
          to={`/promotion/channelDay?number=${encodeURIComponent(of.number)}`}
        >
          {t('channel.toDays')}
        </Button>
        <Button
          component={Link}
          variant="default"
          size="compact-sm"
          to={`/user/list?channel=${encodeURIComponent(of.number)}`}
        >
          {t('channel.toUsers')}
        </Button>
      </Group>
    </>
  )
}

const people: PanelColumn<Answer<typeof channelPeople>['records'][number]>[] = [
  { id: 'user', cell: (row) => <PersonLink person={row.user} /> },
  { id: 'registeredAt', cell: (row) => <Time at={row.registeredAt} /> },
  { id: 'lastOnlineAt', cell: (row) => <Time at={row.lastOnlineAt} /> },
  { id: 'deviceModel', cell: (row) => row.deviceModel || '–' },
  { id: 'block', cell: (row) => (row.block ? <Code>{row.block}</Code> : '–') },
]

function Hints({ channelId, hints }: { channelId: number; hints: readonly Hint[] }) {
  const { t, i18n } = useTranslation('promotion')
  const [shown, setShown] = useState<Hint>()
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {t('hints.title')}
      </Title>
      {hints.length === 0 && <Text c="dimmed">{t('hints.none')}</Text>}
      <Stack gap={6}>
        {hints.map((hint) => (
          <Alert key={hint.hint} color="orange" p="xs" icon={<IconAlertTriangle size={16} aria-hidden />}>
            <Group justify="space-between" wrap="nowrap">
              <span>
                {t(`hints.${hint.hint}`, {
                  value: hint.value,
                  people: integer(hint.people, i18n.language),
                  of: integer(hint.of, i18n.language),
                  share: share(hint.shareBp / 10_000, i18n.language),
                  others: share((hint.othersBp ?? 0) / 10_000, i18n.language),
                })}
              </span>
              <Button
                variant="default"
                size="compact-sm"
                aria-pressed={shown?.hint === hint.hint}
                onClick={() => setShown(shown?.hint === hint.hint ? undefined : hint)}
              >
                {t('hints.people')}
              </Button>
            </Group>
          </Alert>
        ))}
      </Stack>
      {shown && (
        <Panel
          key={shown.hint}
          call={channelPeople}
          owner={{ id: channelId, hint: shown.hint, value: shown.value }}
          room="promotion"
          title={t('hints.people')}
          columns={people}
          rowKey={(row) => String(row.user.userId)}
        />
      )}
    </section>
  )
}

function Terms({ of }: { of: Found['terms'] }) {
  const { t } = useTranslation('promotion')
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {t('channel.history')}
      </Title>
      <ShortTable
        rows={of}
        keyOf={(term) => `${term.fromDay} ${term.at}`}
        columns={[
          [t('columns.fromDay'), (term) => <bdi dir="ltr">{term.fromDay}</bdi>],
          [t('columns.price'), (term) => <Price of={term} />],
          [t('columns.coefficient'), (term) => <Coefficient value={term.coefficient} />, 'end'],
          [t('columns.by'), (term) => term.by],
          [t('columns.at'), (term) => <Time at={term.at} />],
        ]}
      />
    </section>
  )
}
