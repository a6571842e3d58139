// One chargeback: amounts taken and owed, and its history.
import type { Answer } from '@greenroom/contract/call'
import { chargebackInfo } from '@greenroom/contract/chargebacks'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Detail, Story } from '../../../ui/Story.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { State } from './ChargebackState.tsx'
import { toTransfer } from './orderActions.ts'

type Found = Answer<typeof chargebackInfo>

export default function ChargebackDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('chargeback.one')}
      alwaysRead
      read={(signal) => call(chargebackInfo, { chargebackId: rowId }, { signal })}
      named={(found) => t('chargeback.of', { order: found.orderId })}
      width="medium"
    >
      {(found) => (
        <>
          <Overview of={found} />
          <Ways of={found} />
          <Course of={found.story} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.user'), <PersonLink key="user" person={of.user} />],
        [t('columns.chargebackKind'), <Labelled key="kind" by={`finance:options.chargebackKind.${of.kind}`} />],
        [t('columns.chargebackState'), <State key="state" state={of.state} />],
        [
          t('columns.usd'),
          of.usdCents === 0 ? t('chargeback.overCap') : <Amount key="usd" value={of.usdCents} unit="usd" />,
        ],
        [t('columns.takenTokens'), <Tokens key="taken" amount={of.takenTokens} />],
        [t('columns.debtTokens'), <Tokens key="debt" amount={of.debtTokens} />],
        [t('columns.repaidTokens'), <Tokens key="repaid" amount={of.repaidTokens} />],
        [t('columns.writtenOffTokens'), <Tokens key="off" amount={of.writtenOffTokens} />],
        [t('columns.owedTokens'), <Tokens key="owed" amount={of.owedTokens} />],
        [t('columns.gateway'), of.gateway],
        [t('columns.payerReference'), of.payerReference && <Code key="payer">{of.payerReference}</Code>],
        [t('columns.at'), <Time key="at" at={of.at} />],
        ...(of.approvalId ? ([[t('chargeback.approval'), t('chargeback.waits')]] as const) : []),
      ]}
    />
  )
}

/** Links to the order, to the user's and the payer's other orders, and to deductions from those who earned from it. */
function Ways({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  const { may } = useSession()
  const order = encodeURIComponent(of.orderId)
  return (
    <Group gap="md">
      {may('finance.recharge', 'read') && (
        <Link to={`/finance/recharge?orderId=${order}&drawer=order:${order}`}>{t('chargeback.ways.order')}</Link>
      )}
      {of.ofUser > 1 && (
        <Link to={`/finance/chargeback?userId=${of.user.userId}`}>
          {t('chargeback.ways.user', { count: of.ofUser })}
        </Link>
      )}
      {of.payerReference && (
        <Link to={`/finance/chargeback?payerReference=${encodeURIComponent(of.payerReference)}`}>
          {t('chargeback.ways.payer')}
        </Link>
      )}
      {of.kind === 'chargeback' && of.owedTokens > 0 && may('guilds.deductions', 'write') && (
        <Link to={`/sociatyManage/deductions?drawer=chargeback:${of.chargebackId}`}>{t('chargeback.ways.deduct')}</Link>
      )}
    </Group>
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
        what: label(`finance:chargeback.story.${one.what.replace(' ', '_')}`),
        by: one.by,
        more: (
          <>
            {one.tokens > 0 && <Tokens amount={one.tokens} />}
            {one.orderId && (
              <Link to={`/finance/recharge?orderId=${encodeURIComponent(one.orderId)}`}>{one.orderId}</Link>
            )}
            {one.transferId && <Link to={toTransfer(one.transferId)}>{t('story.transfer')}</Link>}
          </>
        ),
        details: <Detail text={one.reason} />,
      }))}
    />
  )
}
