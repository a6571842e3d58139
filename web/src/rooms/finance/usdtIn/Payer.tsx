// Whose a deposit is, as a link to them.
import { Link } from 'react-router'
import { useLabels } from '../../../ui/labels.ts'
import type { Deposit } from './match.ts'

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
