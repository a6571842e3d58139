// A guild's payable in one line: what it may still request, what is held, and its debt.
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import type { Money } from './parts.tsx'

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
