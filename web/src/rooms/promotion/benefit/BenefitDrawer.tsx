// One registration benefit: its terms, its approval, and the users who got it.

import { benefitGrantList, benefitInfo } from '@greenroom/contract/benefits'
import type { RecordOf } from '@greenroom/contract/call'
import { Anchor, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { countryName } from '../../../format/country.ts'
import { Time } from '../../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { type Benefit, BenefitState, Budget, Gives } from './BenefitState.tsx'

const columns: PanelColumn<RecordOf<typeof benefitGrantList>>[] = [
  { id: 'user', cell: (row) => <PersonLink person={row.user} /> },
  { id: 'at', cell: (row) => <Time at={row.at} brief /> },
  { id: 'channel', cell: (row) => (row.channel ? <Code>{row.channel}</Code> : '–') },
  { id: 'block', cell: (row) => (row.block ? <Code>{row.block}</Code> : '–') },
]

export default function BenefitDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  return (
    <ShowRecord<Benefit>
      rowId={rowId}
      close={close}
      title={t('benefit.one')}
      read={async (signal) => (await call(benefitInfo, { id: Number(rowId) }, { signal })).benefit}
      named={(benefit) => <bdi>{benefit.name}</bdi>}
      width="medium"
    >
      {(benefit) => (
        <>
          <Overview of={benefit} />
          <section>
            <Title order={3} size="h5" mb={6}>
              {t('benefit.granted')}
            </Title>
            <Panel
              call={benefitGrantList}
              owner={{ id: benefit.id }}
              room="promotion"
              title={t('benefit.granted')}
              columns={columns}
              rowKey={(row) => String(row.user.userId)}
              empty={t('benefit.nobody')}
            />
          </section>
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: Benefit }) {
  const { t, i18n } = useTranslation('promotion')
  const { may } = useSession()
  const by = (name: string, at: string | null) =>
    name && (
      <span>
        {name} · <Time at={at} brief />
      </span>
    )
  const listed = (all: readonly string[]) => (all.length === 0 ? t('benefit.everybody') : all.join(', '))
  return (
    <Facts
      of={[
        [
          t('columns.state'),
          <span key="state">
            <BenefitState of={of} />{' '}
            {of.approvalId !== null && (
              <Anchor
                component={Link}
                to={`${may('system.approval', 'read') ? '/sys/approval' : '/requests'}?drawer=show:${of.approvalId}`}
              >
                {t('benefit.request')}
              </Anchor>
            )}
          </span>,
        ],
        [t('columns.gives'), <Gives key="gives" of={of} />],
        [t('columns.budget'), <Budget key="budget" of={of} />],
        [t('columns.cost'), <Amount key="cost" value={of.costTokens} unit="tokens" />],
        [t('columns.grants'), <Amount key="grants" value={of.grants} unit="number" />],
        [t('columns.from'), <Time key="from" at={of.from} />],
        [t('columns.until'), <Time key="until" at={of.to} />],
        [t('fields.sex'), of.sex ? t(`options.sex.${of.sex}`) : t('benefit.everybody')],
        [t('fields.countries'), listed(of.countries.map((code) => countryName(code, i18n.language)))],
        [t('columns.channels'), listed(of.channels)],
        [t('columns.createdBy'), by(of.createdBy, of.createdAt)],
        [t('columns.approvedBy'), by(of.approvedBy, of.approvedAt)],
        ...(of.stoppedAt
          ? ([
              [t('columns.stoppedBy'), by(of.stoppedBy, of.stoppedAt)],
              [t('columns.reason'), of.stopReason],
            ] as const)
          : []),
      ]}
    />
  )
}
