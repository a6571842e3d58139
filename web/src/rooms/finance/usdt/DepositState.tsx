// The state of a deposit, with its confirmations while they are counted.

import type { RecordOf } from '@greenroom/contract/call'
import type { usdtInList } from '@greenroom/contract/chain'
import type { payerKinds } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

// Whose a deposit is, as a link to them.
const pages = { user: '/user/detail/', agent: '/finance/agents?agentId=' } as const

export function Payer({ of: { payer } }: { of: Pick<Deposit, 'payer'> }) {
  const { label } = useLabels()
  if (!payer) return '–'
  const named = (
    <>
      {label(`finance:options.ownerKind.${payer.kind}`)} <bdi dir="ltr">{payer.id}</bdi>
    </>
  )
  return (
    <span title={payer.name || undefined}>
      <Link to={`${pages[payer.kind]}${payer.id}`}>{named}</Link>
      {payer.name && ' '}
      {payer.name && <bdi>{payer.name}</bdi>}
    </span>
  )
}

export type Deposit = RecordOf<typeof usdtInList>

/** The input of matching a deposit: the payer and a reason. */
export type Match = { ownerKind: (typeof payerKinds)[number]; ownerId: string; reason: string }

export function DepositState({ of }: { of: Deposit }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const counts = of.state === 'detected' || of.state === 'confirming'
  return (
    <>
      <StatusBadge tone={tones.deposit[of.state]}>{label(`finance:options.depositState.${of.state}`)}</StatusBadge>{' '}
      {counts && (
        <bdi dir="ltr" title={t('usdt.confirmations')}>
          {of.confirmations}/{of.needed}
        </bdi>
      )}
      {of.vanishedAt && (
        <span title={of.explanation || undefined}>
          <Tag tone={of.explainedBy ? 'neutral' : 'bad'}>{label('finance:usdt.vanished')}</Tag>
        </span>
      )}
    </>
  )
}
