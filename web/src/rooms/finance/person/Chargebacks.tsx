import type { RecordOf } from '@greenroom/contract/call'
import { userChargebackList } from '@greenroom/contract/chargebacks'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Panel, type PanelColumn } from '../../../screen/panel/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { State } from '../chargeback/State.tsx'

type Chargeback = RecordOf<typeof userChargebackList>

/** The order, with a link to its chargeback for accounts with access. */
function Order({ of }: { of: Chargeback }) {
  const { may } = useSession()
  const code = <Code>{of.orderId}</Code>
  if (!may('finance.chargeback', 'read')) return code
  const order = encodeURIComponent(of.orderId)
  return <Link to={`/finance/chargeback?orderId=${order}&drawer=chargeback:${of.chargebackId}`}>{code}</Link>
}

const columns: PanelColumn<Chargeback>[] = [
  { id: 'at', cell: (one) => <Time at={one.at} /> },
  { id: 'orderId', cell: (one) => <Order of={one} /> },
  { id: 'chargebackKind', cell: (one) => <Labelled by={`finance:options.chargebackKind.${one.kind}`} /> },
  { id: 'chargebackState', cell: (one) => <State state={one.state} /> },
  { id: 'usd', cell: (one) => <Amount value={one.usdCents} unit="usd" />, align: 'end' },
  { id: 'takenTokens', cell: (one) => <Tokens amount={one.takenTokens} />, align: 'end' },
  { id: 'repaidTokens', cell: (one) => <Tokens amount={one.repaidTokens} />, align: 'end' },
  { id: 'owedTokens', cell: (one) => <Tokens amount={one.owedTokens} />, align: 'end' },
]

export default function Chargebacks({ userId }: { userId: number }) {
  const { t } = useTranslation('finance')
  return (
    <Panel
      call={userChargebackList}
      owner={{ userId }}
      room="finance"
      title={t('chargeback.panel')}
      columns={columns}
      rowKey={(one) => one.chargebackId}
      empty={t('chargeback.none')}
    />
  )
}
