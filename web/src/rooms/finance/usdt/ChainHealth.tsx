// The chains' health in one line; an unreachable chain shows up without a refresh.
import type { Answer } from '@greenroom/contract/call'
import { usdtHealth, usdtOutHealth } from '@greenroom/contract/chain'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { chainNames } from './Address.tsx'

export type Chain = Answer<typeof usdtHealth>['chains'][number]
type Node = Chain['nodes'][number]

/** Polling interval in seconds. */
export const pollMs = 5_000

const calls = { usdtIn: usdtHealth, usdtOut: usdtOutHealth }

/** The chains' health for one of the two screens: a role may have either of them. */
export function useHealth(of: keyof typeof calls) {
  return useQuery({
    queryKey: [`finance.${of}`, 'health'],
    queryFn: ({ signal }) => call(calls[of], {}, { signal }),
    refetchInterval: pollMs,
  })
}

const rank = { well: 0, behind: 1, wrong: 2, away: 3 } as const
/** The node in use: the first healthy one, else the one with the mildest fault. */
const best = (nodes: readonly Node[]) => nodes.toSorted((a, b) => rank[a.state] - rank[b.state])[0]

export function Health({ of }: { of: readonly Chain[] }) {
  const { t } = useTranslation('finance')
  const used = of.filter((chain) => chain.used)
  if (used.length === 0) return <span>{t('usdt.noChain')}</span>
  return (
    <Group gap={20} wrap="wrap">
      {used.map((chain) => (
        <ChainHealth key={chain.chain} chain={chain} />
      ))}
    </Group>
  )
}

function ChainHealth({ chain }: { chain: Chain }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const followed = best(chain.nodes)
  const unhealthy = chain.nodes.filter((node) => node.state !== 'well')
  return (
    <Group gap={8} wrap="nowrap">
      <b>{chainNames[chain.chain]}</b>
      {followed ? (
        <StatusBadge tone={tones.node[followed.state]}>{label(`finance:usdt.node.${followed.state}`)}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{t('usdt.notLooked')}</StatusBadge>
      )}
      {chain.block !== null && (
        <span>
          {t('usdt.block')} <Amount value={chain.block} unit="number" />
        </span>
      )}
      {chain.nodes.length > 1 &&
        unhealthy.map((node) => (
          <StatusBadge key={node.place} tone={tones.node[node.state]}>
            {t('usdt.nodeIs', { place: node.place + 1, state: label(`finance:usdt.node.${node.state}`) })}
          </StatusBadge>
        ))}
      {unhealthy.length === 1 && chain.nodes.length === 1 && unhealthy[0]!.problem && (
        <bdi dir="ltr">{unhealthy[0]!.problem}</bdi>
      )}
    </Group>
  )
}
