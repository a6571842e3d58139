// A guild's payable in one line: what it may still request, what is held, and its debt.

import { guildMoney } from '@greenroom/contract/payouts'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import type { Money } from './RequestState.tsx'

// A guild's payable and requests; without an id the leader's own.
export const useMoney = (guildId: number | undefined, enabled = true) =>
  useQuery({
    queryKey: ['guilds.withdrawalManage', 'money', guildId ?? 'own'],
    queryFn: ({ signal }) => call(guildMoney, guildId === undefined ? {} : { guildId }, { signal }),
    enabled,
    staleTime: 0,
  })

export function Balance({ of }: { of: Money }) {
  const { t } = useTranslation('guilds')
  const parts = [
    ['available', of.payableCents - of.reservedCents],
    ['reserved', of.reservedCents],
    ...(of.debtCents > 0 ? ([['debt', of.debtCents]] as const) : []),
  ] as const
  return (
    <Group gap={16} wrap="wrap">
      {parts.map(([key, cents]) => (
        <span key={key}>
          {t(`payout.${key}`)} <Amount value={cents} unit="usd" />
        </span>
      ))}
    </Group>
  )
}
