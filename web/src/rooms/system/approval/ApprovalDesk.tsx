// The desk of the second pair of eyes: pending requests on the left, the selected one as its maker saw it, and the decision below.
import { approvalInfo } from '@greenroom/contract/system'
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconInbox, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { integer } from '../../../format/number.ts'
import { Ago } from '../../../format/Time.tsx'
import { DeskBar } from '../../../page/desk/DeskBar.tsx'
import frame from '../../../page/desk/desk.module.css'
import { Lost } from '../../../page/desk/Lost.tsx'
import { explain } from '../../../session/messages.ts'
import { useShortcut } from '../../../session/shortcuts.ts'
import { fitWindow } from '../../../ui/behaviour/fitWindow.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { Bar } from './ApprovalDeskBar.tsx'
import { ApprovalTabs } from './ApprovalTabs.tsx'
import classes from './approvals.module.css'
import { kindText, RequestView } from './RequestView.tsx'
import { StopBar } from './StopBar.tsx'
import { type Approval, type DeskState, useApprovalDesk } from './useApprovalDesk.ts'

const once = (event: KeyboardEvent): boolean => !event.repeat

const infoOf = (approvalId: string) => ({
  queryKey: ['system.approval', 'info', approvalId],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(approvalInfo, { approvalId }, { signal }),
})

export default function Desk() {
  const { t } = useTranslation('approvals')
  const state = useApprovalDesk(t('desk.lost.decided'))
  const page = useRef<HTMLElement>(null)
  useLayoutEffect(() => (page.current ? fitWindow(page.current) : undefined), [])
  const { shown } = state
  useShortcut('next', 'approvals:desk.keys.next', () => state.go(1), once)
  useShortcut('previous', 'approvals:desk.keys.previous', () => state.go(-1), once)
  return (
    <section ref={page} className={frame['page']} aria-busy={state.phase === 'loading'}>
      <header className={frame['head']}>
        <h1>{useMenuName('system.approval')}</h1>
        <ApprovalTabs />
      </header>
      <StopBar />
      {shown ? (
        <div className={classes['desk']}>
          <Requests state={state} />
          <div className={classes['view']} key={shown.approvalId}>
            <Shown one={shown} />
          </div>
        </div>
      ) : (
        <div className={frame['middle']}>
          <Instead state={state} />
        </div>
      )}
      {(shown || state.last) && (
        <div className={classes['bar']}>
          <DeskBar label={t('desk.decide')} last={state.last} undoKey="approvals:desk.keys.undo">
            {shown && state.lost === undefined && <Bar key={shown.approvalId} state={state} one={shown} />}
            {shown && state.lost !== undefined && (
              <Lost
                title={t('desk.lost.title')}
                why={state.lost}
                next={t('desk.lost.next')}
                goOn="approvals:desk.keys.goOn"
                leave={state.leave}
              />
            )}
          </DeskBar>
        </div>
      )}
    </section>
  )
}

/** The request as it is now: what the list said may be older. */
function Shown({ one }: { one: Approval }) {
  const { t } = useTranslation('approvals')
  const { data, error } = useQuery(infoOf(one.approvalId))
  if (error)
    return (
      <Alert color="red" role="alert" title={t('view.failed')}>
        {explain(error)?.text}
      </Alert>
    )
  if (!data) return <Skeleton h="60%" mih={240} />
  return <RequestView one={data.approval} detail={data.detail} />
}

function Requests({ state }: { state: DeskState }) {
  const { desk, shown } = state
  const { t, i18n } = useTranslation('approvals')
  const queries = useQueryClient()
  const current = useRef<HTMLButtonElement>(null)
  const at = desk.cases.findIndex((one) => one === shown)
  const next = desk.cases[at + 1]
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
    // The next one is there when its key is pressed.
    if (next) void queries.prefetchQuery({ ...infoOf(next.approvalId), staleTime: 10_000 })
  }, [next, queries])
  return (
    <nav className={frame['cases']} aria-label={t('desk.list')}>
      <ol>
        {desk.cases.map((one) => (
          <li key={one.approvalId}>
            <button
              type="button"
              ref={one === shown ? current : undefined}
              className={frame['case']}
              aria-current={one === shown ? 'true' : undefined}
              // Keep the focus where the keys work.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => state.choose(one.approvalId)}
            >
              <span className={frame['caseName']}>
                <bdi>{one.title}</bdi>
                <span className={frame['caseFacts']}>
                  {kindText(one.kind)} <Ago at={one.createdAt} />
                </span>
              </span>
              <span className={frame['caseEnd']}>
                {one.usdCents !== null && <Amount value={one.usdCents} unit="usd" />}
                <Mark one={one} lost={desk.lost.has(one.approvalId)} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {desk.more > 0 && (
        <p className={frame['more']}>
          {t('desk.more', { count: desk.more, number: integer(desk.more, i18n.language) })}
        </p>
      )}
    </nav>
  )
}

function Mark({ one, lost }: { one: Approval; lost: boolean }) {
  const { t } = useTranslation('approvals')
  if (lost) return <Tag tone="bad">{t('desk.lost.tag')}</Tag>
  if (one.asked) return <Tag tone="info">{t('questions.asked')}</Tag>
  return one.can.approve === true ? null : <Tag>{t('desk.notYours')}</Tag>
}

function Instead({ state }: { state: DeskState }) {
  const { t } = useTranslation(['approvals', 'list'])
  const again = (
    <Button variant="default" onClick={state.again}>
      {t('approvals:desk.look')}
    </Button>
  )
  if (state.phase === 'failed')
    return (
      <Nothing
        icon={IconPlugConnectedX}
        alarm
        title={t('list:states.failed')}
        text={explain(state.error)?.text ?? ''}
        action={again}
      />
    )
  if (state.phase === 'loading') return <Skeleton h="60%" w="80%" />
  return (
    <Nothing icon={IconInbox} title={t('approvals:desk.empty')} text={t('approvals:desk.emptyHint')} action={again} />
  )
}
