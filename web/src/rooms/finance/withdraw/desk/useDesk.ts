// The withdrawal desk on a screen: withdrawals are claimed, kept while the reviewer is active, decided, and released on leaving.
import { withdrawalsPassed, withdrawalsRefused } from '@greenroom/contract/sentences/withdrawals'
import type { Form, Sentence } from '@greenroom/contract/sentences/words'
import { withdrawalClaim, withdrawalGiveBack, withdrawalPass, withdrawalRefuse } from '@greenroom/contract/withdrawals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { approvalOf, outcomesOf } from '../../../../action/action.ts'
import { call } from '../../../../api/call.ts'
import { oneAtATime } from '../../../../api/oneAtATime.ts'
import { textLanguage } from '../../../../i18n/index.ts'
import { type Claims, claimsBy, noClaims } from '../../../../screen/desk/claims.ts'
import { explain, showError, showSuccess, showWarning } from '../../../../session/messages.ts'
import { whyOutcome } from '../../../../session/reasons.ts'
import { useSession } from '../../../../session/session.ts'
import { label } from '../../../../ui/labels.ts'
import { useSend } from '../../../../ui/useSend.ts'
import type { Claimed } from '../parts.tsx'

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
  choose: (withdrawalId: string) => void
  go: (by: 1 | -1) => void
  pass: () => void
  refuse: (reason: string) => void
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
  const active = useRef(0)
  const asked = useRef(0)
  const { clockOffset } = useSession()
  const open = useRef(false)
  const latest = useRef({ texts, phase, desk, clockOffset })
  latest.current = { texts, phase, desk, clockOffset }

  const claim = useCallback(
    () =>
      inTurn(async () => {
        if (!open.current) return
        asked.current = Date.now()
        const { withdrawals, more } = await call(withdrawalClaim, { size: held, sort })
        if (!open.current) return
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
    setPhase('loading')
    setDesk(noClaims)
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
    const restored = ({ persisted }: PageTransitionEvent) => {
      // The page was left, and its claims released with it.
      if (persisted) void claim()
    }
    window.addEventListener('keydown', note)
    window.addEventListener('pointerdown', note)
    window.addEventListener('pagehide', releaseAll)
    window.addEventListener('pageshow', restored)
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
      window.removeEventListener('pagehide', releaseAll)
      window.removeEventListener('pageshow', restored)
      void releaseAll()
    }
  }, [enabled, claim, releaseAll])

  const shown = desks.shown(desk)
  const lost = shown && desk.lost.get(shown.withdrawalId)
  const left = desk.cases.length
  // More are claimed before the desk is empty.
  useEffect(() => {
    if (phase === 'ready' && left > 0 && left < few && desk.more > 0) void claim()
  }, [phase, left, desk.more, claim])

  const without = (withdrawalId: string) => {
    setDesk((now) => desks.drop(now, withdrawalId))
    if (left === 1) void claim()
  }

  const decide = (work: (one: Claimed) => Promise<unknown>, sentence: (one: Claimed, form: Form) => Sentence) =>
    send(async () => {
      if (!shown || lost !== undefined) return
      setRefused(undefined)
      try {
        const answer = await inTurn(() => work(shown))
        const [outcome] = outcomesOf(answer) ?? []
        if (outcome && !outcome.ok) return setRefused(whyOutcome(outcome))
        if (approvalOf(answer) === undefined) showSuccess(sentence(shown, 'done')[textLanguage()])
        else showWarning(label('list:waits', { what: sentence(shown, 'request')[textLanguage()] }))
        without(shown.withdrawalId)
      } catch (failure) {
        setRefused(explain(failure)?.text ?? '')
      }
    })
  const paymentsOf = ({ user, usdCents }: Claimed) => [{ user: { id: user.userId, nickname: user.nickname }, usdCents }]

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
    choose: (withdrawalId) => {
      setRefused(undefined)
      setDesk((now) => desks.choose(now, withdrawalId))
    },
    go: (by) => {
      setRefused(undefined)
      setDesk((now) => desks.goBeside(now, by))
    },
    pass: () =>
      void decide(
        (one) => call(withdrawalPass, { ids: [one.withdrawalId] }),
        (one, form) => withdrawalsPassed(form, paymentsOf(one)),
      ),
    refuse: (reason) =>
      void decide(
        (one) => call(withdrawalRefuse, { ids: [one.withdrawalId], reason }),
        (one, form) => withdrawalsRefused(form, paymentsOf(one)),
      ),
    skip: () => void giveBack(true),
    release: () => void giveBack(false),
    leave: () => shown && without(shown.withdrawalId),
    again: () => {
      setPhase('loading')
      void claim()
    },
  }
}
