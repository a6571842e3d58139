// Each chain's sums: by the ledger, on the chain, and alarms.
import type { Answer } from '@greenroom/contract/call'
import { walletSummary } from '@greenroom/contract/chain'
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { chainNames } from '../usdt/Address.tsx'
import { Tabs } from './WalletTabs.tsx'

type Chain = Answer<typeof walletSummary>['chains'][number]

export const useSummary = () =>
  useQuery({
    queryKey: ['finance.wallet', 'summary'],
    queryFn: ({ signal }) => call(walletSummary, {}, { signal }),
    refetchInterval: 15_000,
  })

export function Summary() {
  const { t } = useTranslation('finance')
  const { data } = useSummary()
  const used = data?.chains.filter((chain) => chain.used) ?? []
  return (
    <Group gap={16} wrap="wrap" align="center">
      <Tabs />
      <Stack gap={4}>
        {used.map((chain) => (
          <Sums key={chain.chain} chain={chain} />
        ))}
        {data && used.length === 0 && <span>{t('usdt.noChain')}</span>}
      </Stack>
    </Group>
  )
}

function Sums({ chain }: { chain: Chain }) {
  const { t } = useTranslation('finance')
  return (
    <Group gap={12} wrap="wrap">
      <b>{chainNames[chain.chain]}</b>
      <span>
        {t('wallet.ledger')} <Amount value={chain.ledgerMicros} unit="usdtAlone" />
      </span>
      <span>
        {t('wallet.onChain')} <Amount value={chain.chainMicros} unit="usdtAlone" />
      </span>
      {chain.pendingMicros > 0 && (
        <span>
          {t('wallet.pending')} <Amount value={chain.pendingMicros} unit="usdtAlone" />
        </span>
      )}
      {chain.suspenseMicros > 0 && (
        <span>
          {t('wallet.suspense')} <Amount value={chain.suspenseMicros} unit="usdtAlone" />
        </span>
      )}
      {chain.differing > 0 && <Tag tone="bad">{t('wallet.differing', { count: chain.differing })}</Tag>}
      {chain.alarms > 0 && <Tag tone="bad">{t('wallet.alarms', { count: chain.alarms })}</Tag>}
      {chain.key !== 'in use' && (
        <StatusBadge tone="waiting">{t(chain.key === 'none' ? 'wallet.noKey' : 'wallet.unconfirmed')}</StatusBadge>
      )}
    </Group>
  )
}
