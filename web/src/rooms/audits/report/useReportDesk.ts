// The desk on a screen: cases are claimed, kept while the reviewer works, closed, and released on leaving.
import { reportClaim, reportDecide, reportUndo } from '@greenroom/contract/auditReports'
import { auditBacklog, auditRelease } from '@greenroom/contract/audits'
import type { Payload } from '@greenroom/contract/call'
import { reportsClosed, reportsUndone } from '@greenroom/contract/sentences/audits'
import { reportActions } from '@greenroom/contract/statesAndKinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, Refused } from '../../../api/call.ts'
import { oneAtATime } from '../../../api/oneAtATime.ts'
import type { FieldFault } from '../../../api/refused.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { type LastAct, undoUntil } from '../../../page/desk/lastAct.ts'
import { usePageLeave } from '../../../page/desk/usePageLeave.ts'
import { explain, faultOf, showError } from '../../../session/messages.ts'
import { useLatest } from '../../../ui/behaviour/useLatest.ts'
import { label } from '../../../ui/labels.ts'
import {
  bringBack,
  type Case,
  type Desk,
  type Draft,
  draftOf,
  drop,
  emptyDesk,
  expire,
  lose,
  type Phase,
  payloadOf,
  received,
} from './reportDeskState.ts'
import { useDeskTimers } from './useReportTimers.ts'

// The number of reported users in the queue, polled every few seconds.
const backlogKey = ['audits', 'report', 'backlog']
const every = 5_000

export const useReportBacklog = () =>
  useQuery({
    queryKey: backlogKey,
    queryFn: ({ signal }) => call(auditBacklog, { kind: 'report' }, { signal }),
    refetchInterval: every,
  })

// Texts for why a case was lost.
function lostWhy(fault: FieldFault): string {
  if (fault.reason !== 'report.closedBy') return faultOf(fault)
  const { by, action } = fault.params ?? {}
  const done = reportActions.find((known) => known === action) ?? 'nothing'
  return label('audits:report.lost.closed', { by, action: label(`audits:report.did.${done}`) })
}

export type ClaimFilters = Omit<Payload<typeof reportClaim>, 'size'>

const held = 10
/** Claims more when fewer than this are left. */
const few = 4

// Calls run one at a time, even across a desk that is closed and the next one: a release must overtake neither a decision nor the next claim.
const inTurn = oneAtATime()

export type DeskState = {
  desk: Desk
  phase: Phase
  error: unknown
  /** A case is being closed or released. */
  busy: boolean
  /** The refusal of the last attempt to close. */
  refused: string | undefined
  change: (how: (desk: Desk) => Desk) => void
  close: (one: Case) => void
  skip: (one: Case) => void
  /** What the reviewer did last, and its undo. */
  last: LastAct | undefined
  /** Removes a lost case from the desk. */
  leave: (one: Case) => void
  again: () => void
}

const personOf = ({ user }: Case) => ({ id: user.userId, nickname: user.nickname })

/** Claims only while `enabled`. */
export function useDesk(query: ClaimFilters, enabled: boolean): DeskState {
  const { t } = useTranslation('audits')
  // Changing the language must not restart the desk.
  const texts = useLatest({ t })
  const queries = useQueryClient()
  const [desk, setDesk] = useState(emptyDesk)
  const [phase, setPhase] = useState<Phase>('loading')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const shown = useLatest(desk)
  const phaseNow = useLatest(phase)

  const [last, setLast] = useState<LastAct>()

  const change = useCallback((how: (desk: Desk) => Desk) => {
    setRefused(undefined)
    setDesk(how)
  }, [])

  const key = JSON.stringify(query)
  const keyNow = useRef<string | undefined>(undefined)
  const claiming = useRef(false)
  const claim = useCallback(async () => {
    if (claiming.current) return
    claiming.current = true
    const under = keyNow.current
    try {
      await inTurn(async () => {
        if (under === undefined || keyNow.current !== under) return
        const answer = await call(reportClaim, { size: held, ...(JSON.parse(under) as ClaimFilters) })
        if (keyNow.current !== under) return
        setDesk((now) => received(now, answer, texts.current.t('report.lost.gone')))
        setPhase('ready')
      })
    } catch (failure) {
      if (keyNow.current !== under) return
      if (phaseNow.current === 'ready') showError(failure)
      else {
        setError(failure)
        setPhase('failed')
      }
    } finally {
      claiming.current = false
    }
    // The filters have changed in the meantime.
    if (keyNow.current !== under && keyNow.current !== undefined) void claim()
  }, [])

  const release = useCallback(
    () => inTurn(() => call(auditRelease, { kind: 'report' }, { keepalive: true })).catch(() => {}),
    [],
  )

  useEffect(() => {
    if (!enabled) return
    keyNow.current = key
    void claim()
    return () => {
      keyNow.current = undefined
      if (shown.current.cases.length > 0) void release()
      setDesk(emptyDesk)
      setPhase('loading')
    }
  }, [key, enabled, claim, release])
  const left = () => {
    // Not after the pending calls, which may not finish before the page is gone. Claims made after a reload are kept.
    const heldUntil = shown.current.cases
      .map((one) => one.claimedUntil)
      .toSorted()
      .at(-1)
    if (heldUntil) void call(auditRelease, { kind: 'report', heldUntil }, { keepalive: true }).catch(() => {})
  }
  usePageLeave({ enabled, left, restored: () => void claim() })

  const counted = useCallback(() => void queries.invalidateQueries({ queryKey: backlogKey }), [queries])
  const without = useCallback(
    (one: Case) => {
      setDesk((now) => drop(now, one.reviewId))
      counted()
      if (shown.current.cases.length - 1 < few) void claim()
    },
    [claim, counted],
  )

  const undo = useCallback(
    async (one: Case, draft: Draft) => {
      setBusy(true)
      try {
        const { reopened } = await inTurn(() => call(reportUndo, { reviewId: one.reviewId }))
        setLast({
          text: reportsUndone({ person: personOf(one), count: reopened })[textLanguage()],
          tone: 'good',
        })
        void queries.invalidateQueries({ queryKey: ['audits', 'report', 'person', one.user.userId] })
        setDesk((now) => bringBack(now, one, draft))
        counted()
        await claim()
      } catch (failure) {
        setLast({ text: explain(failure)?.text ?? '', tone: 'bad' })
      } finally {
        setBusy(false)
      }
    },
    [claim, counted, queries],
  )

  const close = useCallback(
    async (one: Case) => {
      setBusy(true)
      setRefused(undefined)
      const draft = draftOf(shown.current, one)
      try {
        const payload = payloadOf(one, draft)
        const { closed, reopened, undoUntil: until } = await inTurn(() => call(reportDecide, payload))
        const { action, hours = 0 } = payload
        const message = reportsClosed({ person: personOf(one), count: closed, action, hours })[textLanguage()]
        const more = reopened > 0 ? ` ${texts.current.t('report.reopened', { count: reopened })}` : ''
        setLast({
          text: `${message}${more}`,
          tone: reopened > 0 ? 'waiting' : 'good',
          ...(until !== null && { undo: undoUntil(until, () => undo(one, draft)) }),
        })
        void queries.invalidateQueries({ queryKey: ['audits', 'report', 'person', one.user.userId] })
        without(one)
      } catch (failure) {
        const details = failure instanceof Refused ? failure.detail : []
        const isLost =
          failure instanceof Refused && (failure.code === 10032 || details.some(({ field }) => field === 'reviewId'))
        const why = details.map(lostWhy).filter(Boolean).join(' ')
        if (isLost) setDesk((now) => lose(now, why || (explain(failure)?.text ?? ''), one.reviewId))
        else setRefused([explain(failure)?.text, why].filter(Boolean).join(' '))
      } finally {
        setBusy(false)
      }
    },
    [queries, without, undo],
  )

  const skip = useCallback(
    async (one: Case) => {
      setBusy(true)
      try {
        await inTurn(() => call(auditRelease, { kind: 'report', ids: [one.reviewId], skip: true }))
        without(one)
      } catch (failure) {
        showError(failure)
      } finally {
        setBusy(false)
      }
    },
    [without],
  )

  useDeskTimers(enabled, {
    phase: () => phaseNow.current,
    desk: () => shown.current,
    expire: (now) => setDesk((desk) => expire(desk, now, texts.current.t('report.lost.ranOut'))),
    claim: () => void claim(),
    pause: () => {
      setPhase('away')
      setDesk(emptyDesk)
      void release().then(counted)
    },
    resume: () => {
      setPhase('loading')
      void claim()
    },
  })

  return {
    desk,
    phase,
    error,
    busy,
    refused,
    change,
    close: (one) => void close(one),
    skip: (one) => void skip(one),
    last,
    leave: without,
    again: () => {
      setPhase('loading')
      void claim()
    },
  }
}
