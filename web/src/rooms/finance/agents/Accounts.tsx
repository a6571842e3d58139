// An agent's payout accounts, for stock that is bought back.
import { agentAccountReveal, type agentInfo } from '@greenroom/contract/agents'
import type { Answer } from '@greenroom/contract/call'
import { Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PayoutAccounts } from '../../../action/form/PayoutAccounts.tsx'
import { call } from '../../../api/call.ts'

export function Accounts({ of }: { of: Pick<Answer<typeof agentInfo>, 'accounts' | 'can' | 'user'> }) {
  const { t } = useTranslation('finance')
  const may = of.can.account === true
  return (
    <section>
      <Title order={3}>{t('agents.accounts')}</Title>
      {of.accounts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('agents.noAccounts')}
        </Text>
      ) : (
        <PayoutAccounts
          room="finance"
          of={of.accounts}
          reveal={may ? (accountId) => (reason) => call(agentAccountReveal, { accountId, reason }) : undefined}
        />
      )}
      {may && (
        <Group mt="xs">
          <Button component={Link} variant="default" size="compact-sm" to={`?drawer=account:${of.user.userId}`}>
            {t('actions.agent.account')}
          </Button>
        </Group>
      )}
    </section>
  )
}
