// One application with its agent: figures, limits, history.
import { agentInfo } from '@greenroom/contract/agents'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { ShowRecord } from '../../../action/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { listed } from '../../../format/list.ts'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Detail, Story } from '../../../ui/Story.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { Accounts } from './Accounts.tsx'
import { AgentState } from './AgentState.tsx'
import { Contact, useContact } from './Contact.tsx'

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
