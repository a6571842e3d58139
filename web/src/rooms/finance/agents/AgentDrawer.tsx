// One application with its agent: figures, limits, history.
import { agentAccountReveal, agentInfo, agentReveal } from '@greenroom/contract/agents'
import type { Answer } from '@greenroom/contract/call'
import { agentRevealed } from '@greenroom/contract/sentences/agents'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { defineAction } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { PayoutAccounts } from '../../../actions/form/PayoutAccounts.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { RevealButton } from '../../../actions/RevealButton.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { listed } from '../../../format/listed.ts'
import { Time } from '../../../format/Time.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Detail, Story } from '../../../ui/Story.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { AgentState } from './AgentState.tsx'
import type { Agent } from './agentActions.ts'

// An application's contacts and note, masked; a reveal needs a reason and is logged.
type Revealed = { contact: string; note: string }

const revealing = (show: (revealed: Revealed) => void) =>
  defineAction<Agent, Reason>({
    id: 'finance.reveal.application',
    icon: IconEye,
    single: true,
    may: (agent) => agent.can.reveal,
    form: reasonForm,
    run: async (_ids, { reason }, [agent]) => show(await call(agentReveal, { userId: agent!.user.userId, reason })),
    message: ([agent]) => agentRevealed({ id: agent!.user.userId, nickname: agent!.user.nickname }),
  })

/** The shown contacts: masked, or complete after a reveal. */
function useContact() {
  const [revealed, setRevealed] = useState<Revealed>()
  // Also when the view is only hidden: returning to it needs another reveal.
  useEffect(() => () => setRevealed(undefined), [])
  const action = useMemo(() => revealing(setRevealed), [])
  return { revealed, action }
}

function Contact({ agent, revealed, action }: { agent: Agent } & ReturnType<typeof useContact>) {
  const { t } = useTranslation('finance')
  return (
    <Group gap={6} wrap="nowrap">
      <bdi>{revealed?.contact ?? agent.contact}</bdi>
      {revealed ? (
        <CopyButton text={revealed.contact} label={t('agents.copyContact')} />
      ) : (
        <RevealButton room="finance" row={agent} may={agent.can.reveal} action={action}>
          {t('agents.show')}
        </RevealButton>
      )}
    </Group>
  )
}

// An agent's payout accounts, for stock that is bought back.
function Accounts({ of }: { of: Pick<Answer<typeof agentInfo>, 'accounts' | 'can' | 'user'> }) {
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

type Found = Answer<typeof agentInfo>

export default function AgentDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('agents.drawer')}
      alwaysRead
      read={(signal) => call(agentInfo, { userId: Number(rowId) }, { signal })}
      named={(agent) => <bdi>{agent.user.nickname || agent.user.userId}</bdi>}
      width="medium"
    >
      {(agent) => (
        <>
          <Overview agent={agent} />
          {agent.agentId !== null && <Accounts of={agent} />}
          <History of={agent.history} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ agent }: { agent: Found }) {
  const { t } = useTranslation('finance')
  const contact = useContact()
  const limit = (tokens: number | null) => (tokens === null ? t('agents.none') : <Tokens amount={tokens} />)
  const ofAgent =
    agent.agentId === null
      ? []
      : ([
          [t('columns.account'), <bdi key="account">{agent.username}</bdi>],
          [t('columns.stockTokens'), <Tokens key="stock" amount={agent.stockTokens} />],
          [t('columns.stockCost'), <Amount key="cost" value={agent.stockCostMicros} unit="usdFloor" />],
          [t('columns.monthUsd'), <Amount key="month" value={agent.monthUsdCents} unit="usd" />],
          [t('columns.extraPercent'), t('agents.tier', { tier: agent.tier.tier, percent: agent.tier.extraPercent })],
          [t('columns.soldToday'), <Tokens key="today" amount={agent.soldTodayTokens} />],
          [t('columns.soldMonth'), <Tokens key="sold" amount={agent.soldMonthTokens} />],
          [t('columns.dayTokens'), limit(agent.dayTokens)],
          [t('columns.saleTokens'), limit(agent.saleTokens)],
          [t('columns.countries'), listed(agent.countries) || t('agents.all')],
          [t('columns.debtUsd'), <Amount key="debt" value={agent.debtUsdMicros} unit="usdMicros" />],
          [t('columns.payableUsd'), <Amount key="payable" value={agent.payableUsdMicros} unit="usdMicros" />],
        ] as const)
  return (
    <Facts
      of={[
        [t('columns.user'), <PersonLink key="user" person={agent.user} />],
        [t('columns.agentState'), <AgentState key="state" agent={agent} />],
        [t('columns.reason'), agent.reason],
        [t('columns.age'), t(agent.adult ? 'agents.adult' : 'agents.notAdult')],
        [t('columns.country'), <Country key="country" code={agent.country} />],
        [t('columns.contact'), <Contact key="contact" agent={agent} {...contact} />],
        [t('columns.note'), contact.revealed?.note ?? agent.note],
        [t('columns.appliedAt'), <Time key="applied" at={agent.appliedAt} />],
        [t('columns.againFrom'), <Time key="again" at={agent.againFrom} />],
        ...ofAgent,
      ]}
    />
  )
}

function History({ of }: { of: Found['history'] }) {
  const { t } = useTranslation('finance')
  return (
    <Story
      title={t('agents.history')}
      of={of.map((one) => ({
        at: one.at,
        what: t(`options.agentEvent.${one.what}`),
        by: one.by,
        details: <Detail text={one.reason} />,
      }))}
    />
  )
}
