// One hit: the payee beside the list's entry.
import type { Answer } from '@greenroom/contract/call'
import { sanctionsHitInfo } from '@greenroom/contract/sanctions'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PayeeLink } from '../PayeeLink.tsx'
import { HitState } from './HitState.tsx'

type Found = Answer<typeof sanctionsHitInfo>

export default function HitDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('sanctions.hit')}
      alwaysRead
      read={(signal) => call(sanctionsHitInfo, { hitId: Number(rowId) }, { signal })}
      named={(found) => t('sanctions.hitOf', { id: String(found.id) })}
      width="medium"
    >
      {(found) => (
        <>
          <Payee of={found} />
          <Listed of={found} />
        </>
      )}
    </ShowRecord>
  )
}

function Payee({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.payee'), <PayeeLink key="payee" of={of} />],
        [t('columns.hitState'), <HitState key="state" of={of} />],
        [t('columns.compared'), <Labelled key="field" by={`finance:options.compared.${of.field}`} />],
        [t('columns.agreement'), <Labelled key="agreement" by={`finance:options.agreement.${of.agreement}`} />],
        [t('columns.foundAt'), <Time key="found" at={of.foundAt} />],
        ...(of.approvalId === null
          ? []
          : ([
              [
                t('payout.approval'),
                <Link key="approval" to={`/sys/approval?drawer=show:${of.approvalId}`}>
                  {t('payout.openApproval')}
                </Link>,
              ],
            ] as const)),
        [t('columns.decidedBy'), of.decidedBy],
        [t('columns.approvedBy'), of.secondBy],
        [t('columns.decidedAt'), <Time key="decided" at={of.decidedAt} />],
        [t('columns.reason'), of.reason],
      ]}
    />
  )
}

function Listed({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  const { entry } = of
  return (
    <section>
      <Title order={3} fz="sm" mb="xs">
        {t('sanctions.listed')}
      </Title>
      <Facts
        of={[
          [t('columns.listName'), <bdi key="list">{of.listName}</bdi>],
          [t('columns.reference'), <Code key="reference">{of.reference}</Code>],
          [t('columns.listedName'), <bdi key="name">{of.listedName}</bdi>],
          [t('columns.program'), of.program],
          ...(entry === null
            ? ([[t('sanctions.entry'), t('sanctions.gone')]] as const)
            : ([
                [t('columns.entryKind'), entry.kind],
                [
                  t('columns.names'),
                  <span key="names">
                    {entry.names.map((name) => (
                      <bdi key={name} style={{ display: 'block' }}>
                        {name}
                      </bdi>
                    ))}
                  </span>,
                ],
                [t('columns.numbers'), entry.addresses.join(', ')],
                [t('columns.countries'), entry.countries],
              ] as const)),
        ]}
      />
    </section>
  )
}
