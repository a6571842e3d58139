// The withdrawal desk on a screen: withdrawals are claimed, kept while the reviewer is active, decided, and released on leaving.
import { withdrawalsPassed, withdrawalsRefused } from '@greenroom/contract/sentences/withdrawals'
import { withdrawalClaim, withdrawalGiveBack, withdrawalPass, withdrawalRefuse } from '@greenroom/contract/withdrawals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { approvalOf, outcomesOf } from '../../../../action/action.ts'
import { call } from '../../../../api/call.ts'
import { oneAtATime } from '../../../../api/oneAtATime.ts'
import { reasonIn } from '../../../../api/reasons.ts'
import { textLanguage } from '../../../../i18n/index.ts'
import { explain, showError, showSuccess, showWarning } from '../../../../session/messages.ts'
import type { Claimed } from '../parts.tsx'

export type Sort = 'risk' | 'waiting'
export type Phase = 'loading' | 'ready' | 'failed'

const held = 10
/** Claims more when fewer than this are left. */
const few = 4
/** Interval for renewing claims while the reviewer is active. */
const renewMs = 3 * 60_000
const idleMs = 8 * 60_000

// Calls run one at a time, even across a desk that is closed and the next one: a release must not overtake a claim.
const inTurn = oneAtATime()

export type DeskState = {
  all: Claimed[]
  shown: Claimed | undefined
  more: number
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
  again: () => void
}

/** Claims only while `enabled`. `waits` means that a second member of staff decides. */
export function useDesk(sort: Sort, enabled: boolean, waits: string): DeskState {
  const [all, setAll] = useState<Claimed[]>([])
  const [at, setAt] = useState<string>()
  const [more, setMore] = useState(0)
  const [phase, setPhase] = useState<Phase>('loading')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const active = useRef(0)
  const open = useRef(false)

  const claim = useCallback(
    () =>
      inTurn(async () => {
        if (!open.current) return
        const answer = await call(withdrawalClaim, { size: held, sort })
        if (!open.current) return
        setAll(answer.withdrawals)
        setMore(answer.more)
        setPhase('ready')
      }).catch((failure: unknown) => {
        setError(failure)
        setPhase((now) => (now === 'ready' ? now : 'failed'))
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
    setAll([])
    void claim()
    const note = () => {
      active.current = Date.now()
    }
    window.addEventListener('keydown', note)
    window.addEventListener('pointerdown', note)
    window.addEventListener('pagehide', releaseAll)
    // Claims are released after a while without activity.
    const timer = setInterval(() => {
      if (Date.now() - active.current < idleMs) void claim()
    }, renewMs)
    return () => {
      open.current = false
      clearInterval(timer)
      window.removeEventListener('keydown', note)
      window.removeEventListener('pointerdown', note)
      window.removeEventListener('pagehide', releaseAll)
      void releaseAll()
    }
  }, [enabled, claim, releaseAll])

  const shown = all.find(({ withdrawalId }) => withdrawalId === at) ?? all[0]

  const without = useCallback(
    (withdrawalId: string) => {
      setAll((now) => {
        const place = now.findIndex((one) => one.withdrawalId === withdrawalId)
        const left = now.filter((one) => one.withdrawalId !== withdrawalId)
        setAt((left[place] ?? left[place - 1])?.withdrawalId)
        if (left.length < few) void claim()
        return left
      })
    },
    [claim],
  )

  const decide = async (work: (one: Claimed) => Promise<unknown>, messageOf: (one: Claimed) => string) => {
    if (!shown || busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      const answer = await inTurn(() => work(shown))
      const [outcome] = outcomesOf(answer) ?? []
      if (outcome && !outcome.ok) {
        setRefused(reasonIn(textLanguage(), outcome) ?? outcome.errorMsg ?? '')
        return
      }
      if (approvalOf(answer) === undefined) showSuccess(messageOf(shown))
      else showWarning(waits)
      without(shown.withdrawalId)
    } catch (failure) {
      setRefused(explain(failure)?.text ?? '')
    } finally {
      setBusy(false)
    }
  }
  const paymentsOf = ({ user, usdCents }: Claimed) => [{ user: { id: user.userId, nickname: user.nickname }, usdCents }]

  const leave = async (skip: boolean) => {
    if (busy || (skip && !shown)) return
    setBusy(true)
    try {
      await inTurn(() => call(withdrawalGiveBack, skip && shown ? { ids: [shown.withdrawalId], skip: true } : {}))
      if (skip && shown) without(shown.withdrawalId)
      else setAll([])
    } catch (failure) {
      showError(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    all,
    shown,
    more,
    phase,
    error,
    busy,
    refused,
    choose: (withdrawalId) => {
      setRefused(undefined)
      setAt(withdrawalId)
    },
    go: (by) => {
      setRefused(undefined)
      const place = all.findIndex((one) => one === shown)
      setAt(all[(place + by + all.length) % Math.max(1, all.length)]?.withdrawalId)
    },
    pass: () =>
      void decide(
        (one) => call(withdrawalPass, { ids: [one.withdrawalId] }),
        (one) => withdrawalsPassed('done', paymentsOf(one))[textLanguage()],
      ),
    refuse: (reason) =>
      void decide(
        (one) => call(withdrawalRefuse, { ids: [one.withdrawalId], reason }),
        (one) => withdrawalsRefused('done', paymentsOf(one))[textLanguage()],
      ),
    skip: () => void leave(true),
    release: () => void leave(false),
    again: () => {
      setPhase('loading')
      void claim()
    },
  }
}
