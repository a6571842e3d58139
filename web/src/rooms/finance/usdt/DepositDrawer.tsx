// One deposit: its way, the whole reason why nobody has it, and who may have paid it.
import type { Answer } from '@greenroom/contract/call'
import { usdtInInfo } from '@greenroom/contract/chain'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { Address, chainNames, Transaction, Why } from './Address.tsx'
import { DepositState, Payer } from './DepositState.tsx'
import { match, nameOfDeposit } from './depositActions.ts'
import { Suggestions } from './PayerSuggestions.tsx'

type Details = Answer<typeof usdtInInfo>

export default function DepositDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Details>
      rowId={rowId}
      close={close}
      title={t('deposit.one')}
      alwaysRead
      read={(signal) => call(usdtInInfo, { id: rowId }, { signal })}
      named={nameOfDeposit}
      width="medium"
    >
      {(found) => (
        <>
          <Overview of={found} />
          {found.can.match === true && <Owner of={found} />}
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: Details }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.usdt'), <Amount key="usdt" value={of.usdtMicros} unit="usdt" />],
        [t('columns.chain'), chainNames[of.chain]],
        [t('columns.depositState'), <DepositState key="state" of={of} />],
        ...(of.reason ? ([[t('columns.why'), <Why key="why" reason={of.reason} />]] as const) : []),
        [t('columns.payer'), <Payer key="payer" of={of} />],
        [t('columns.movedAt'), <Time key="at" at={of.at} />],
        [t('columns.transaction'), <Transaction key="hash" hash={of.transaction} explorer={of.explorer} />],
        [t('columns.from'), <Address key="from">{of.from}</Address>],
        [t('columns.address'), <Address key="address">{of.address}</Address>],
        ...(of.settledAt ? ([[t('columns.settledAt'), <Time key="settled" at={of.settledAt} />]] as const) : []),
        ...(of.decidedBy ? ([[t('columns.decidedBy'), of.decidedBy]] as const) : []),
        ...(of.decisionReason ? ([[t('columns.decisionReason'), of.decisionReason]] as const) : []),
        ...(of.explanation ? ([[t('columns.explanation'), of.explanation]] as const) : []),
      ]}
    />
  )
}

function Owner({ of }: { of: Details }) {
  const run = useRunAction()
  return (
    <div>
      <Suggestions of={of.suggestions} />
      <Button mt="sm" size="xs" onClick={() => run(match, [of])}>
        {label('finance:actions.deposit.match')}
      </Button>
    </div>
  )
}
