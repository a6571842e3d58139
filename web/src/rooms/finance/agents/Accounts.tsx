// An agent's payout accounts, for stock that is bought back.
import { agentAccountReveal, type agentInfo } from '@greenroom/contract/agents'
import type { Answer } from '@greenroom/contract/call'
import { Button, Group, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RevealAccount } from '../../../action/form/RevealAccount.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

export function Accounts({ of }: { of: Pick<Answer<typeof agentInfo>, 'accounts' | 'can' | 'user'> }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const may = of.can.account === true
  return (
    <section>
      <Title order={3}>{t('agents.accounts')}</Title>
      {of.accounts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('agents.noAccounts')}
        </Text>
      ) : (
        <Table verticalSpacing={4} fz="sm">
          <Table.Tbody>
            {of.accounts.map((account) => (
              <Table.Tr key={account.accountId}>
                <Table.Td>
                  {label(`finance:options.accountKind.${account.kind.replace('.', '_')}`)}{' '}
                  <bdi dir="ltr">…{account.lastFour}</bdi>
                </Table.Td>
                <Table.Td>
                  <StatusBadge tone={tones.payoutAccount[account.state]}>
                    {label(`finance:options.accountState.${account.state}`)}
                  </StatusBadge>
                </Table.Td>
                <Table.Td>
                  <Time at={account.effectiveAt ?? account.createdAt} brief />
                </Table.Td>
                <Table.Td>
                  {may && (
                    <RevealAccount
                      room="finance"
                      reveal={(reason) => call(agentAccountReveal, { accountId: account.accountId, reason })}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
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
