// The approvals desk on a screen: pending requests, most money at risk first, then the oldest; each is decided by the account that sees it.
import type { RecordOf } from '@greenroom/contract/call'
import {
  approvalDiscussed,
  approvalEnded,
  approvalNotInEffect,
  approvalUndone,
} from '@greenroom/contract/sentences/approvals'
import { approvalAsk, approvalDecide, approvalList, approvalUndo } from '@greenroom/contract/system'
import { useCallback, useEffect, useRef, useState } from 'react'
import { outcomesOf } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import { oneAtATime } from '../../../api/oneAtATime.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { type Claims, claimsBy, noClaims } from '../../../page/desk/claims.ts'
import { type LastAct, undoSeconds, undoUntil } from '../../../page/desk/lastAct.ts'
import { explain, faultOf, showError } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { useSession } from '../../../session/session.ts'
import { useLatest } from '../../../ui/behaviour/useLatest.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'

export type Approval = RecordOf<typeof approvalList>
export type Phase = 'loading' | 'ready' | 'failed'
type Decision = 'approve' | 'refuse'

const most = 100
const lookMs = 20_000

const desks = claimsBy<Approval>({
  keyOf: ({ approvalId }) => approvalId,
  endOf: ({ expiresAt }) => Date.parse(expiresAt),
  afterLast: 'last',
})
const inTurn = oneAtATime()

const ended: Record<Decision, 'approved' | 'refused'> = { approve: 'approved', refuse: 'refused' }

/** A title comes in the reader's language. */
const titleOf = ({ title }: Approval) => ({ en: title, cn: title })

export type DeskState = {
  desk: Claims<Approval>
  shown: Approval | undefined
  /** Why the shown one can no longer be decided by anyone. */
  lost: string | undefined
  /** What was done last, and its undo. */
  last: LastAct | undefined
  phase: Phase
  error: unknown
  busy: boolean
  refused: string | undefined
  /** The typed reason or question of the shown one; it stays with it. */
  text: string
  setText: (text: string) => void
  choose: (approvalId: string) => void
  go: (by: 1 | -1) => void
  approve: () => void
  /** With the typed reason. */
  refuse: () => void
  /** The typed question; `done` runs once it is asked. */
  ask: (done: () => void) => void
  /** Removes the shown one, which is lost. */
  leave: () => void
  again: () => void
}

/** @param endedByOther says that somebody else ended the request. */
export function useApprovalDesk(endedByOther: string): DeskState {
  const [desk, setDesk] = useState<Claims<Approval>>(noClaims)
  const [phase, setPhase] = useState<Phase>('loading')
  const [error, setError] = useState<unknown>()
  const [last, setLast] = useState<LastAct>()
  const [refused, setRefused] = useState<string>()
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  /** The last decision, until it is undone. */
  const decided = useRef<{ one: Approval; decision: Decision }>(undefined)
  const { busy, send } = useSend()
  const { clockOffset } = useSession()
  const refresh = useRefresh()
  const latest = useLatest({ endedByOther, phase, clockOffset })

  /** What was said of the last decision is no longer true if it was refused as it took effect. */
  const sayNotInEffect = useCallback((records: readonly Approval[]) => {
    const { one, decision } = decided.current ?? {}
    const back = records.find(({ approvalId }) => approvalId === one?.approvalId)
    if (!back?.notInEffect || !decision) return
    decided.current = undefined
    setLast({ text: approvalNotInEffect(decision, titleOf(back))[textLanguage()], tone: 'bad' })
  }, [])

  const look = useCallback(
    () =>
      inTurn(async () => {
        const { records, total } = await call(approvalList, { state: 'pending', sort: 'desk', size: most })
        const more = Math.max(0, total - records.length)
        const answer = { cases: records, more, ...(more > 0 && { partial: true }) }
        setDesk((now) => desks.received(now, answer, latest.current.endedByOther))
        sayNotInEffect(records)
        setPhase('ready')
      }).catch((failure: unknown) => {
        if (latest.current.phase === 'ready') return showError(failure)
        setError(failure)
        setPhase('failed')
      }),
    [sayNotInEffect],
  )

  useEffect(() => {
    void look()
    const timer = setInterval(() => {
      setDesk((now) => desks.expire(now, Date.now() + latest.current.clockOffset, latest.current.endedByOther))
      if (document.visibilityState === 'visible') void look()
    }, lookMs)
    return () => clearInterval(timer)
  }, [look])

  const shown = desks.shown(desk)
  const lost = shown && desk.lost.get(shown.approvalId)
  const text = (shown && texts.get(shown.approvalId)) ?? ''
  const setText = (typed: string) => shown && setTexts((now) => new Map(now).set(shown.approvalId, typed))

  /** Every act on the shown request: its refusal stays beside the controls, its outcome is told in the bar. */
  const act = (work: (one: Approval) => Promise<LastAct | string>, leaves: boolean) =>
    send(async () => {
      if (!shown || lost !== undefined) return
      setRefused(undefined)
      try {
        const told = await inTurn(() => work(shown))
        if (typeof told === 'string') return setRefused(told)
        setLast(told)
        // Not permanently: a decision that is refused as it takes effect leaves the request pending.
        if (leaves) setDesk((now) => desks.drop(now, shown.approvalId))
        void look()
        void refresh()
      } catch (failure) {
        setRefused(explain(failure)?.text ?? '')
      }
    })

  const takeBack = async (one: Approval, decision: Decision, decisionId: string) => {
    try {
      await inTurn(() => call(approvalUndo, { decisionId }))
      decided.current = undefined
      setLast({ text: approvalUndone(decision, titleOf(one))[textLanguage()], tone: 'good' })
      setRefused(undefined)
      setDesk((now) => desks.bringBack(now, [one], 'returned'))
      void refresh()
      await look()
    } catch (failure) {
      const { text: why = '', fields = [] } = explain(failure) ?? {}
      setLast({ text: [why, ...fields.map(faultOf)].filter(Boolean).join(' '), tone: 'bad' })
    }
  }

  const decide = (decision: Decision) =>
    act(async (one) => {
      const answer = await call(approvalDecide, {
        ids: [one.approvalId],
        decision,
        undoSeconds,
        ...(decision === 'refuse' && { reason: text.trim() }),
      })
      const [outcome] = outcomesOf(answer) ?? []
      if (outcome && !outcome.ok) return whyOutcome(outcome)
      decided.current = { one, decision }
      const { undo } = answer
      return {
        text: approvalEnded(ended[decision], titleOf(one))[textLanguage()],
        tone: 'good',
        ...(undo && { undo: undoUntil(undo.effectiveAt, () => takeBack(one, decision, undo.decisionId)) }),
      }
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
    text,
    setText,
    choose: (approvalId) => {
      setRefused(undefined)
      setDesk((now) => desks.choose(now, approvalId))
    },
    go: (by) => {
      setRefused(undefined)
      setDesk((now) => desks.goBeside(now, by))
    },
    approve: () => void decide('approve'),
    refuse: () => void decide('refuse'),
    ask: (done) =>
      void act(async (one) => {
        await call(approvalAsk, { approvalId: one.approvalId, question: text.trim() })
        setText('')
        done()
        return { text: approvalDiscussed('asked', titleOf(one))[textLanguage()], tone: 'waiting' }
      }, false),
    leave: () => shown && setDesk((now) => desks.drop(now, shown.approvalId)),
    again: () => {
      setPhase('loading')
      void look()
    },
  }
}
