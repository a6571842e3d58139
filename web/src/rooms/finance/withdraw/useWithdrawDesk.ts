// The withdrawal desk on a screen: withdrawals are claimed, kept while the reviewer is active, decided, and released on leaving.
import type { Answer } from '@greenroom/contract/call'
import {
  type Payment,
  type WithdrawalDecision,
  withdrawalSentForApproval,
  withdrawalsPassed,
  withdrawalsRefused,
  withdrawalUndone,
} from '@greenroom/contract/sentences/withdrawals'
import type { Sentence } from '@greenroom/contract/sentences/words'
import {
  withdrawalClaim,
  withdrawalGiveBack,
  withdrawalPass,
  withdrawalRefuse,
  withdrawalUndo,
} from '@greenroom/contract/withdrawals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { oneAtATime } from '../../../api/oneAtATime.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { type Claims, claimsBy, noClaims } from '../../../page/desk/claims.ts'
import { type LastAct, undoSeconds, undoUntil } from '../../../page/desk/lastAct.ts'
import { usePageLeave } from '../../../page/desk/usePageLeave.ts'
import { explain, faultOf, showError } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { useSession } from '../../../session/session.ts'
import { useLatest } from '../../../ui/behaviour/useLatest.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import type { Claimed } from './WithdrawalState.tsx'

export type Sort = 'risk' | 'waiting'
export type Phase = 'loading' | 'ready' | 'failed'

const held = 10
/** Claims more when fewer than this are left. */
const few = 4
/** Interval for renewing claims while the reviewer is active. */
const renewMs = 3 * 60_000
const idleMs = 8 * 60_000
/** Claims that end sooner are renewed, too. */
const endsSoonMs = 30_000
const lookMs = 5_000

const desks = claimsBy<Claimed>({
  keyOf: ({ withdrawalId }) => withdrawalId,
  endOf: ({ claimedUntil }) => (claimedUntil === null ? undefined : Date.parse(claimedUntil)),
  afterLast: 'last',
})

type Decided = Answer<typeof withdrawalPass>

const paymentOf = ({ user, usdCents }: Claimed): Payment => ({
  user: { id: user.userId, nickname: user.nickname },
  usdCents,
})

/** What a decision did, as its reviewer reads it. */
const sentences: Record<WithdrawalDecision, (payment: Payment) => Sentence> = {
  pass: (payment) => withdrawalsPassed('done', [payment]),
  ask: withdrawalSentForApproval,
  refuse: (payment) => withdrawalsRefused('done', [payment]),
}

// Calls run one at a time, even across a desk that is closed and the next one: a release must not overtake a claim.
const inTurn = oneAtATime()

export type DeskState = {
  desk: Claims<Claimed>
  shown: Claimed | undefined
  /** Why the shown one is no longer the reviewer's; nothing can then be decided. */
  lost: string | undefined
  phase: Phase
  error: unknown
  busy: boolean
  refused: string | undefined
  /** What the reviewer did last, and its undo. */
  last: LastAct | undefined
  /** Passing the shown one asks for approval: its risk holds it, or it is more than the reviewer may pass alone. */
  passAsks: boolean
  /** The typed reason of the shown one; it stays with it. */
  reason: string
  setReason: (reason: string) => void
  choose: (withdrawalId: string) => void
  go: (by: 1 | -1) => void
  pass: () => void
  /** With the typed reason. */
  refuse: () => void
  skip: () => void
  release: () => void
  /** Removes the shown one, which is lost. */
  leave: () => void
  again: () => void
}

/** Texts of the desk. */
type Texts = {
  /** Someone else has the claim, or the user cancelled. */
  gone: string
  /** The claim has expired. */
  ranOut: string
}

/** Claims only while `enabled`. */
export function useDesk(sort: Sort, enabled: boolean, texts: Texts): DeskState {
  const [desk, setDesk] = useState<Claims<Claimed>>(noClaims)
  const [phase, setPhase] = useState<Phase>('loading')
  const [error, setError] = useState<unknown>()
  const { busy, send } = useSend()
  const [refused, setRefused] = useState<string>()
  const [last, setLast] = useState<LastAct>()
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [aloneLeftCents, setAloneLeftCents] = useState(Number.POSITIVE_INFINITY)
  const active = useRef(0)
  const asked = useRef(0)
  const { clockOffset } = useSession()
  const open = useRef(false)
  const latest = useLatest({ texts, phase, desk, clockOffset })

  const claim = useCallback(
    () =>
      inTurn(async () => {
        if (!open.current) return
        asked.current = Date.now()
        const { withdrawals, more, aloneLeftCents: alone } = await call(withdrawalClaim, { size: held, sort })
        if (!open.current) return
        setAloneLeftCents(alone)
        setDesk((now) => desks.received(now, { cases: withdrawals, more }, latest.current.texts.gone))
        setPhase('ready')
      }).catch((failure: unknown) => {
        if (!open.current) return
        // The cases on screen stay; those whose claims expire meanwhile say so.
        if (latest.current.phase === 'ready') return showError(failure)
        setError(failure)
        setPhase('failed')
      }),
    [sort],
  )

  const releaseAll = useCallback(
    () => inTurn(() => call(withdrawalGiveBack, {}, { keepalive: true })).catch(() => {}),
    [],
  )

  useEffect(() => {
    if (!enabled) return
    open.current = true
    active.current = Date.now()
    void claim()
    const platformNow = () => Date.now() + latest.current.clockOffset
    let renewing = false
    /** Once at a time, however many keys are pressed meanwhile. */
    const renew = () => {
      if (renewing) return
      renewing = true
      void claim().finally(() => (renewing = false))
    }
    const note = () => {
      active.current = Date.now()
      // Back from a pause: what is left of the claims is renewed at once, before anything is decided.
      if (desks.ended(latest.current.desk, platformNow()).length > 0) renew()
    }
    window.addEventListener('keydown', note)
    window.addEventListener('pointerdown', note)
    // Claims are renewed while the reviewer is active, and expire after a while without activity.
    const timer = setInterval(() => {
      const now = Date.now()
      const isActive = now - active.current < idleMs
      const soon = (desks.firstEnd(latest.current.desk) ?? Number.POSITIVE_INFINITY) <= platformNow() + endsSoonMs
      if (isActive && (soon || now - asked.current > renewMs)) renew()
      else setDesk((of) => desks.expire(of, platformNow(), latest.current.texts.ranOut))
    }, lookMs)
    return () => {
      open.current = false
      clearInterval(timer)
      window.removeEventListener('keydown', note)
      window.removeEventListener('pointerdown', note)
      void releaseAll()
      setPhase('loading')
      setDesk(noClaims)
    }
  }, [enabled, claim, releaseAll])
  usePageLeave({ enabled, left: () => void releaseAll(), restored: () => void claim() })

  const shown = desks.shown(desk)
  const lost = shown && desk.lost.get(shown.withdrawalId)
  const reason = (shown && reasons.get(shown.withdrawalId)) ?? ''
  const left = desk.cases.length
  // More are claimed before the desk is empty.
  useEffect(() => {
    if (phase === 'ready' && left > 0 && left < few && desk.more > 0) void claim()
  }, [phase, left, desk.more, claim])

  const without = (withdrawalId: string) => {
    setDesk((now) => desks.drop(now, withdrawalId))
    if (left === 1) void claim()
  }

  const takeBack = async (one: Claimed, decision: WithdrawalDecision, decisionId: string) => {
    try {
      await inTurn(() => call(withdrawalUndo, { decisionId }))
      setLast({ text: withdrawalUndone(decision, paymentOf(one))[textLanguage()], tone: 'good' })
      setRefused(undefined)
      setDesk((now) => desks.bringBack(now, [one], 'returned'))
      // Its claim is a new one.
      await claim()
    } catch (failure) {
      const { text = '', fields = [] } = explain(failure) ?? {}
      setLast({ text: [text, ...fields.map(faultOf)].filter(Boolean).join(' '), tone: 'bad' })
    }
  }

  const decide = (verb: 'pass' | 'refuse') =>
    send(async () => {
      if (!shown || lost !== undefined) return
      setRefused(undefined)
      const sent = { ids: [shown.withdrawalId], undoSeconds }
      try {
        const answer = await inTurn(
          async (): Promise<Decided> =>
            verb === 'pass'
              ? await call(withdrawalPass, sent)
              : await call(withdrawalRefuse, { ...sent, reason: reason.trim() }),
        )
        const [outcome] = answer.outcomes
        if (outcome && !outcome.ok) return setRefused(whyOutcome(outcome))
        const asks = answer.asks === true || answer.approvalId !== undefined
        const decision = verb === 'pass' && asks ? 'ask' : verb
        if (decision === 'pass') setAloneLeftCents((now) => now - shown.usdCents)
        const { undo } = answer
        setLast({
          text: sentences[decision](paymentOf(shown))[textLanguage()],
          tone: asks ? 'waiting' : 'good',
          ...(undo && { undo: undoUntil(undo.effectiveAt, () => takeBack(shown, decision, undo.decisionId)) }),
        })
        without(shown.withdrawalId)
      } catch (failure) {
        setRefused(explain(failure)?.text ?? '')
      }
    })

  const giveBack = (skip: boolean) =>
    send(async () => {
      if (skip && (!shown || lost !== undefined)) return
      try {
        await inTurn(() => call(withdrawalGiveBack, skip && shown ? { ids: [shown.withdrawalId], skip: true } : {}))
        if (skip && shown) without(shown.withdrawalId)
        else setDesk(noClaims)
      } catch (failure) {
        showError(failure)
      }
    })

  return {
    desk,
    shown,
    lost,
    phase,
    error,
    busy,
    refused,
    last,
    passAsks: shown !== undefined && (shown.riskHeld || shown.usdCents > aloneLeftCents),
    reason,
    setReason: (typed) => shown && setReasons((now) => new Map(now).set(shown.withdrawalId, typed)),
    choose: (withdrawalId) => {
      setRefused(undefined)
      setDesk((now) => desks.choose(now, withdrawalId))
    },
    go: (by) => {
      setRefused(undefined)
      setDesk((now) => desks.goBeside(now, by))
    },
    pass: () => void decide('pass'),
    refuse: () => void decide('refuse'),
    skip: () => void giveBack(true),
    release: () => void giveBack(false),
    leave: () => shown && without(shown.withdrawalId),
    again: () => {
      setPhase('loading')
      void claim()
    },
  }
}
