// The approvals desk on a screen: pending requests, most money at risk first, then the oldest; each is decided by the account that sees it.
import type { RecordOf } from '@greenroom/contract/call'
import { approvalDiscussed, approvalEnded } from '@greenroom/contract/sentences/approvals'
import { approvalAsk, approvalDecide, approvalList } from '@greenroom/contract/system'
import { useCallback, useEffect, useRef, useState } from 'react'
import { outcomesOf } from '../../../../action/action.ts'
import { call } from '../../../../api/call.ts'
import { oneAtATime } from '../../../../api/oneAtATime.ts'
import { useRefresh } from '../../../../api/useRefresh.ts'
import { textLanguage } from '../../../../i18n/index.ts'
import { type Claims, claimsBy, noClaims } from '../../../../screen/desk/claims.ts'
import type { LastAct } from '../../../../screen/desk/LastLine.tsx'
import { explain, showError } from '../../../../session/messages.ts'
import { whyOutcome } from '../../../../session/reasons.ts'
import { useSession } from '../../../../session/session.ts'
import { useSend } from '../../../../ui/useSend.ts'

export type Approval = RecordOf<typeof approvalList>
export type Phase = 'loading' | 'ready' | 'failed'

const most = 100
const lookMs = 20_000

const desks = claimsBy<Approval>({
  keyOf: ({ approvalId }) => approvalId,
  endOf: ({ expiresAt }) => Date.parse(expiresAt),
  afterLast: 'last',
})
const inTurn = oneAtATime()

export type DeskState = {
  desk: Claims<Approval>
  shown: Approval | undefined
  /** Why the shown one can no longer be decided by anyone. */
  lost: string | undefined
  /** What was done last. */
  last: LastAct | undefined
  phase: Phase
  error: unknown
  busy: boolean
  refused: string | undefined
  choose: (approvalId: string) => void
  go: (by: 1 | -1) => void
  approve: () => void
  refuse: (reason: string) => void
  ask: (question: string) => void
  /** Removes the shown one, which is lost. */
  leave: () => void
  again: () => void
}

/** @param ended says that somebody else ended the request. */
export function useApprovalDesk(ended: string): DeskState {
  const [desk, setDesk] = useState<Claims<Approval>>(noClaims)
  const [phase, setPhase] = useState<Phase>('loading')
  const [error, setError] = useState<unknown>()
  const [last, setLast] = useState<LastAct>()
  const [refused, setRefused] = useState<string>()
  const { busy, send } = useSend()
  const { clockOffset } = useSession()
  const refresh = useRefresh()
  const latest = useRef({ ended, phase, clockOffset })
  latest.current = { ended, phase, clockOffset }

  const look = useCallback(
    () =>
      inTurn(async () => {
        const { records, total } = await call(approvalList, { state: 'pending', sort: 'desk', size: most })
        const more = Math.max(0, total - records.length)
        const answer = { cases: records, more, ...(more > 0 && { partial: true }) }
        setDesk((now) => desks.received(now, answer, latest.current.ended))
        setPhase('ready')
      }).catch((failure: unknown) => {
        if (latest.current.phase === 'ready') return showError(failure)
        setError(failure)
        setPhase('failed')
      }),
    [],
  )

  useEffect(() => {
    void look()
    const timer = setInterval(() => {
      setDesk((now) => desks.expire(now, Date.now() + latest.current.clockOffset, latest.current.ended))
      if (document.visibilityState === 'visible') void look()
    }, lookMs)
    return () => clearInterval(timer)
  }, [look])

  const shown = desks.shown(desk)
  const lost = shown && desk.lost.get(shown.approvalId)

  /** Every act on the shown request: its refusal stays beside the controls, its outcome is told in the bar. */
  const act = (work: (one: Approval) => Promise<LastAct | string>, leaves: boolean) =>
    send(async () => {
      if (!shown || lost !== undefined) return
      setRefused(undefined)
      try {
        const told = await inTurn(() => work(shown))
        if (typeof told === 'string') return setRefused(told)
        setLast(told)
        if (leaves) setDesk((now) => desks.take(now, shown.approvalId))
        void look()
        void refresh()
      } catch (failure) {
        setRefused(explain(failure)?.text ?? '')
      }
    })

  /** A title comes in the reader's language. */
  const titleOf = ({ title }: Approval) => ({ en: title, cn: title })

  const decide = (decision: 'approve' | 'refuse', reason?: string) =>
    act(async (one) => {
      const answer = await call(approvalDecide, { ids: [one.approvalId], decision, ...(reason && { reason }) })
      const [outcome] = outcomesOf(answer) ?? []
      if (outcome && !outcome.ok) return whyOutcome(outcome)
      const how = decision === 'approve' ? 'approved' : 'refused'
      const text = approvalEnded(how, titleOf(one))[textLanguage()]
      return { text, tone: decision === 'approve' ? 'good' : 'bad' }
    }, true)

  return {
    desk,
    shown,
    lost,
    last,
    phase,
    error,
    busy,
    refused,
    choose: (approvalId) => {
      setRefused(undefined)
      setDesk((now) => desks.choose(now, approvalId))
    },
    go: (by) => {
      setRefused(undefined)
      setDesk((now) => desks.goBeside(now, by))
    },
    approve: () => void decide('approve'),
    refuse: (reason) => void decide('refuse', reason),
    ask: (question) =>
      void act(async (one) => {
        await call(approvalAsk, { approvalId: one.approvalId, question })
        return { text: approvalDiscussed('asked', titleOf(one))[textLanguage()], tone: 'waiting' }
      }, false),
    leave: () => shown && setDesk((now) => desks.drop(now, shown.approvalId)),
    again: () => {
      setPhase('loading')
      void look()
    },
  }
}
