// The desk for withdrawals: claimed ones on the left, the selected one in the middle, and the decision below. Everything has a key.

import { withdrawalReveal } from '@greenroom/contract/withdrawals'
import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconInbox, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { RevealAccount } from '../../../actions/form/RevealAccount.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { integer } from '../../../format/number.ts'
import { Ago } from '../../../format/Time.tsx'
import { CaseItem, Cases } from '../../../page/desk/Cases.tsx'
import { DeskBar } from '../../../page/desk/DeskBar.tsx'
import frame from '../../../page/desk/desk.module.css'
import { Lost } from '../../../page/desk/Lost.tsx'
import { NewestEntries, Senders } from '../../../page/money/LoadedIncome.tsx'
import { WithdrawalFacts } from '../../../page/money/WithdrawalFacts.tsx'
import { explain } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { keyName, useShortcut } from '../../../session/shortcuts.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { isComposing } from '../../../ui/behaviour/composing.ts'
import { fitWindow } from '../../../ui/behaviour/fitWindow.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { type DeskState, type Sort, useDesk } from './useWithdrawDesk.ts'
import { type Claimed, NotInEffect, Risk, RiskPanel } from './WithdrawalState.tsx'
import { WithdrawTabs } from './WithdrawTabs.tsx'
import classes from './withdraw.module.css'

// The claimed withdrawals.
function CaseList({ state }: { state: DeskState }) {
  const { desk } = state
  const { t, i18n } = useTranslation('finance')
  const more =
    desk.more > 0 ? t('withdraw.more', { count: desk.more, number: integer(desk.more, i18n.language) }) : undefined
  return (
    <Cases label={t('withdraw.claimed')} more={more}>
      {desk.cases.map((one) => (
        <CaseItem
          key={one.withdrawalId}
          user={one.user}
          current={one === state.shown}
          choose={() => state.choose(one.withdrawalId)}
          facts={
            <>
              <Amount value={one.usdCents} unit="usd" />
              <Ago at={one.requestedAt} />
            </>
          }
          end={
            desk.lost.has(one.withdrawalId) ? (
              <Tag tone="bad">{t('withdraw.lost.tag')}</Tag>
            ) : (
              <Risk score={one.riskScore} />
            )
          }
        />
      ))}
    </Cases>
  )
}

// One withdrawal on the desk: the request, the user, and the risk.
function CaseView({ one }: { one: Claimed }) {
  const { t } = useTranslation('finance')
  const sees = useSession().may('users.list', 'read')
  return (
    <div className={classes['view']}>
      <section className={classes['panel']} aria-label={t('withdraw.one')}>
        {one.notInEffect !== null && <NotInEffect of={one.notInEffect} />}
        <WithdrawalFacts one={one} />
        <div className={classes['reveal']}>
          <RevealAccount
            key={one.withdrawalId}
            room="finance"
            reveal={(reason) => call(withdrawalReveal, { withdrawalId: one.withdrawalId, reason })}
          />
        </div>
      </section>
      <div className={classes['beside']}>
        <RiskPanel of={one} />
        {sees && <Senders key={one.user.userId} userId={one.user.userId} />}
      </div>
      {sees && (
        <div className={classes['wallet']}>
          <NewestEntries key={one.user.userId} userId={one.user.userId} />
        </div>
      )}
    </div>
  )
}

const undoKey = 'finance:withdraw.keys.undo'
const sorts = ['risk', 'waiting'] as const
const once = (event: KeyboardEvent): boolean => !event.repeat

export function Desk() {
  const { may } = useSession()
  const { t } = useTranslation(['finance', 'list'])
  const [address, change] = useAddress()
  const sort: Sort = sorts.find((one) => one === address.get('order')) ?? 'risk'
  const writes = may('finance.withdraw', 'write')
  const desk = useDesk(sort, writes, {
    gone: t('finance:withdraw.lost.gone'),
    ranOut: t('finance:withdraw.lost.ranOut'),
  })
  const page = useRef<HTMLElement>(null)
  useLayoutEffect(() => (page.current ? fitWindow(page.current) : undefined), [])
  return (
    <section ref={page} className={frame['page']} aria-busy={writes && desk.phase === 'loading'}>
      <header className={frame['head']}>
        <h1>{useMenuName('finance.withdraw')}</h1>
        <WithdrawTabs />
        <span className={frame['space']} />
        <SegmentedControl
          aria-label={t('finance:withdraw.order.label')}
          value={sort}
          onChange={(order) => change((now) => (order === 'risk' ? now.delete('order') : now.set('order', order)))}
          data={sorts.map((value) => ({ value, label: t(`finance:withdraw.order.${value}`) }))}
        />
      </header>
      {desk.shown && writes ? (
        <div className={classes['desk']}>
          <CaseList state={desk} />
          <CaseView one={desk.shown} />
          <DeskBar label={t('finance:withdraw.decide')} last={desk.last} undoKey={undoKey}>
            {desk.lost === undefined ? (
              <Controls desk={desk} key={desk.shown.withdrawalId} />
            ) : (
              <Lost
                why={desk.lost}
                next={t('finance:withdraw.lost.next')}
                goOn="finance:withdraw.keys.goOn"
                leave={desk.leave}
              />
            )}
          </DeskBar>
        </div>
      ) : (
        <>
          <div className={frame['middle']}>
            <Instead desk={desk} writes={writes} />
          </div>
          {desk.last && <DeskBar label={t('finance:withdraw.decide')} last={desk.last} undoKey={undoKey} />}
        </>
      )}
    </section>
  )
}

function Instead({ desk, writes }: { desk: DeskState; writes: boolean }) {
  const { t } = useTranslation(['finance', 'list'])
  if (!writes)
    return <Nothing icon={IconLock} title={t('list:cannot.readOnly')} text={t('finance:withdraw.readOnly')} />
  if (desk.phase === 'failed')
    return (
      <Nothing
        icon={IconPlugConnectedX}
        alarm
        title={t('list:states.failed')}
        text={explain(desk.error)?.text ?? ''}
        action={
          <Button variant="default" onClick={desk.again}>
            {t('finance:withdraw.look')}
          </Button>
        }
      />
    )
  if (desk.phase === 'loading') return <Skeleton h="60%" w="80%" />
  return (
    <Nothing
      icon={IconInbox}
      title={t('finance:withdraw.empty')}
      text={t('finance:withdraw.emptyHint')}
      action={
        <Button variant="default" onClick={desk.again}>
          {t('finance:withdraw.look')}
        </Button>
      }
    />
  )
}

/** The decision on the selected withdrawal. */
function Controls({ desk }: { desk: DeskState }) {
  const { t } = useTranslation('finance')
  const navigate = useNavigate()
  const { reason, setReason } = desk
  const [confirming, setConfirming] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const one = desk.shown
  const free = (event: KeyboardEvent) => once(event) && !desk.busy
  const refuse = () => {
    if (reason.trim() === '') {
      setConfirming(true)
      field.current?.focus()
      return
    }
    desk.refuse()
  }
  useShortcut('pass', 'finance:withdraw.keys.pass', desk.pass, free)
  useShortcut('fail', 'finance:withdraw.keys.refuse', refuse, free)
  useShortcut('skip', 'finance:withdraw.keys.skip', desk.skip, free)
  useShortcut('release', 'finance:withdraw.keys.release', desk.release, free)
  useShortcut('next', 'finance:withdraw.keys.next', () => desk.go(1), once)
  useShortcut('previous', 'finance:withdraw.keys.previous', () => desk.go(-1), once)
  useShortcut('note', 'finance:withdraw.keys.reason', () => field.current?.focus(), once)
  useShortcut(
    'inspect',
    'finance:withdraw.keys.evidence',
    () => one?.risks[0] && void navigate(one.risks[0].evidence),
    (event) => once(event) && (one?.risks.length ?? 0) > 0,
  )
  return (
    <>
      <div className={frame['fields']}>
        <TextInput
          ref={field}
          className={frame['reason'] ?? ''}
          aria-label={t('withdraw.reason')}
          placeholder={t('withdraw.reasonHint')}
          maxLength={500}
          value={reason}
          error={confirming && t('withdraw.reasonMissing')}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setConfirming(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || isComposing(event) || event.repeat) return
            event.preventDefault()
            refuse()
          }}
        />
        <Button variant="default" disabled={desk.busy} onClick={desk.skip} rightSection={<kbd>{keyName('skip')}</kbd>}>
          {t('withdraw.skip')}
        </Button>
        <Button color="red.9" disabled={desk.busy} onClick={refuse} rightSection={<kbd>{keyName('fail')}</kbd>}>
          {t('withdraw.refuse')}
        </Button>
        <Button loading={desk.busy} onClick={desk.pass} rightSection={<kbd>{keyName('pass')}</kbd>}>
          {t(desk.passAsks ? 'withdraw.passHeld' : 'withdraw.pass')}
        </Button>
      </div>
      {desk.refused !== undefined && (
        <p className={classes['notice']} role="alert">
          {desk.refused}
        </p>
      )}
    </>
  )
}
