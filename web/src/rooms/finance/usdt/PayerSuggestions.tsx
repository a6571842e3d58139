// Who may have paid a deposit, the likeliest first, each with what speaks for them. A person decides.
import type { Answer } from '@greenroom/contract/call'
import type { usdtInInfo } from '@greenroom/contract/chain'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'
import { Payer } from './DepositState.tsx'

// How sure a suggested owner is, in words: the score is no probability.
type Sureness = 'strong' | 'likely' | 'possible'

const surenessOf = (score: number): Sureness => (score >= 70 ? 'strong' : score >= 45 ? 'likely' : 'possible')

const sureTones: Record<Sureness, Tone> = { strong: 'good', likely: 'info', possible: 'neutral' }

export type Suggestion = Answer<typeof usdtInInfo>['suggestions'][number]

type Props = { of: readonly Suggestion[]; choose?: (one: Suggestion) => void }

export function Suggestions({ of, choose }: Props) {
  const { t } = useTranslation('finance')
  if (of.length === 0) return <Text size="sm">{t('deposit.noSuggestion')}</Text>
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {t('deposit.suggestions')}
      </Text>
      <Stack gap="xs" role="list" aria-label={t('deposit.suggestions')}>
        {of.map((one) => (
          <Group
            key={`${one.payer.kind} ${one.payer.id}`}
            role="listitem"
            justify="space-between"
            wrap="nowrap"
            fz="sm"
          >
            <div>
              <Payer of={one} />{' '}
              <StatusBadge tone={sureTones[surenessOf(one.score)]}>
                {t(`deposit.sure.${surenessOf(one.score)}`)}
              </StatusBadge>
              <div>
                <Reasons of={one} />
              </div>
            </div>
            {choose && (
              <Button variant="default" size="compact-sm" onClick={() => choose(one)} style={{ flex: 'none' }}>
                {t('deposit.choose')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}

/** "Order of 60.00 USDT, 4 minutes earlier · The wallet paid 3 times for them". */
function Reasons({ of: { by, asked, payer, depositsBefore } }: { of: Suggestion }) {
  const { t } = useTranslation('finance')
  return (
    <>
      {asked && (
        <span>
          {t(payer.kind === 'user' ? 'deposit.order' : 'deposit.purchase')}{' '}
          <Amount value={asked.usdtMicros} unit="usdt" />,{' '}
          {t(asked.minutes < 0 ? 'deposit.later' : 'deposit.earlier', { count: Math.abs(asked.minutes) })}
        </span>
      )}
      {by.includes('wallet') && <div>{t('deposit.wallet', { count: depositsBefore })}</div>}
      {by.includes('address') && <div>{t('deposit.address')}</div>}
    </>
  )
}
