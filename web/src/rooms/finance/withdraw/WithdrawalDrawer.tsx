// One withdrawal: its fields, its risk, its history.
import type { Answer } from '@greenroom/contract/call'
import { withdrawalDecisions, withdrawalStates } from '@greenroom/contract/statesAndKinds'
import { withdrawalInfo, withdrawalReveal } from '@greenroom/contract/withdrawals'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RevealAccount } from '../../../actions/form/RevealAccount.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Detail, Story } from '../../../ui/Story.tsx'
import { Account, NotInEffect, RiskPanel, State, Taken } from './WithdrawalState.tsx'

type Found = Answer<typeof withdrawalInfo>

export default function WithdrawalDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('withdraw.one')}
      alwaysRead
      read={(signal) => call(withdrawalInfo, { withdrawalId: rowId }, { signal })}
      named={(found) => <bdi>{found.withdrawalId}</bdi>}
      width="medium"
    >
      {(found) => (
        <>
          {found.notInEffect !== null && <NotInEffect of={found.notInEffect} />}
          <Overview of={found} />
          <RiskPanel of={found} />
          <Course of={found.story} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.user'), <PersonLink key="user" person={of.user} />],
        [t('columns.withdrawalState'), <State key="state" of={of} />],
        [t('columns.amount'), <Amount key="amount" value={of.usdCents} unit="usd" />],
        ...(of.debtUsdCents > 0
          ? ([
              [t('columns.debtTaken'), <Taken key="debt" of={of} />],
              [t('columns.net'), <Amount key="net" value={of.netUsdCents} unit="usd" />],
            ] as const)
          : []),
        [t('columns.bonus'), <Amount key="bonus" value={of.bonus} unit="bonus" />],
        [t('columns.account'), <Account key="account" of={of.account} />],
        ...(of.can.reveal === true
          ? ([
              [
                '',
                <RevealAccount
                  key="reveal"
                  room="finance"
                  reveal={(reason) => call(withdrawalReveal, { withdrawalId: of.withdrawalId, reason })}
                />,
              ],
            ] as const)
          : []),
        [t('withdraw.usableAt'), <Time key="usable" at={of.account.usableAt} />],
        ...(of.held ? ([[t('columns.held'), of.held]] as const) : []),
        ...(of.stateReason ? ([[t('columns.reason'), of.stateReason]] as const) : []),
        ...(of.batchId === null
          ? []
          : ([
              [
                t('columns.batchId'),
                <Link key="batch" to={`/finance/payout?tab=batches&drawer=batch:${of.batchId}`}>
                  {of.batchId}
                </Link>,
              ],
            ] as const)),
        ...(of.reference ? ([[t('columns.reference'), <bdi key="reference">{of.reference}</bdi>]] as const) : []),
        ...(of.proofUrl
          ? ([
              [
                t('withdraw.proof'),
                <Anchor key="proof" href={of.proofUrl} target="_blank" rel="noreferrer">
                  {t('withdraw.openProof')}
                </Anchor>,
              ],
            ] as const)
          : []),
      ]}
    />
  )
}

/** A step's detail in words: a decision, a state told to the app, or what somebody wrote. */
function useDetail() {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  return (detail: string): string => {
    const decision = withdrawalDecisions.find((one) => one === detail)
    if (decision) return t(`withdraw.decision.${decision}`)
    const state = withdrawalStates.find((one) => one === detail)
    return state ? label(`finance:options.withdrawalState.${state.replaceAll(' ', '_')}`) : detail
  }
}

function Course({ of }: { of: Found['story'] }) {
  const { t } = useTranslation('finance')
  const inWords = useDetail()
  return (
    <Story
      title={t('story.title')}
      of={of.map((one) => ({
        at: one.at,
        what: t(`withdraw.story.${one.what}`),
        by: one.by,
        details: <Detail text={inWords(one.detail)} />,
      }))}
    />
  )
}
