// Keeps form input across reloads and expired sessions: values are in session storage until the form is sent.
import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keepText } from '../api/storage.ts'
import { useLatest } from '../ui/behaviour/useLatest.ts'
import { readSession } from './session.ts'

// Decides when a form's values must be stored. Pure; `useDraft` applies it to the form and the browser's storage.

/** A form's values when it was sent or discarded. */
type Sent = string | undefined

/**
 * Returns the values to store, if any, and the new memory. Values that were just sent are not stored while the form still has them; once
 * the form is clean or has other values, input is stored again.
 *
 * @param values the values as they would be stored.
 */
export function draftStep(form: { dirty: boolean; values: string }, sent: Sent): { keep?: string; sent: Sent } {
  if (!form.dirty) return { sent: undefined }
  if (form.values === sent) return { sent }
  return { keep: form.values, sent: undefined }
}

const prefix = 'greenroom:draft:'
/** Where a draft is kept. It belongs to its author: the next account in this tab must not find it. */
export const draftKey = (key: string): string => `${prefix}${readSession()?.user.userId ?? 'public'}:${key}`

/** The part of a Mantine form that a draft needs. */
type DraftForm<Values> = Pick<UseFormReturnType<Values>, 'setValues' | 'getValues' | 'isDirty'>

export type Draft<Values> = {
  /** True if values of an earlier visit were restored. */
  restored: boolean
  /** Call when the form was sent or discarded; input since these values were sent is kept. */
  clear: (sent?: Values) => void
}

/**
 * Stores input of `form` under `key` and restores it when the form opens again in this tab. `leaveOut` names
 * fields that must never be stored, such as passwords.
 */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  form: DraftForm<Values>,
  leaveOut: readonly (keyof Values)[] = [],
): Draft<Values> {
  const [restored, setRestored] = useState(() => hasDraft(key))
  const latest = useLatest({ form, leaveOut })
  const sent = useRef<Sent>(undefined)

  useEffect(() => {
    sent.current = undefined
    // Read once: when the session ends, the last save comes after the session is gone.
    const place = draftKey(key)
    const kept = sessionStorage.getItem(place)
    // A view that is shown again runs this again, with the input still in the form.
    if (kept && !latest.current.form.isDirty()) latest.current.form.setValues(JSON.parse(kept) as Partial<Values>)
    const save = () => {
      const { form, leaveOut } = latest.current
      const next = draftStep({ dirty: form.isDirty(), values: asKept(form.getValues(), leaveOut) }, sent.current)
      sent.current = next.sent
      if (next.keep !== undefined) keepText(sessionStorage, place, next.keep)
    }
    // An expired session reloads at once, so the page's end is too late for browsers that skip its events.
    const timer = setInterval(save, 1_000)
    window.addEventListener('pagehide', save)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', save)
      // When a session ends, the form unmounts before the page unloads: save the latest input here.
      save()
    }
  }, [key])

  const clear = useCallback(
    (values?: Values) => {
      const { form, leaveOut } = latest.current
      sent.current = asKept(values ?? form.getValues(), leaveOut)
      sessionStorage.removeItem(draftKey(key))
      setRestored(false)
    },
    [key],
  )

  return { restored, clear }
}

/** The values that may be stored, serialised. */
function asKept<Values extends Record<string, unknown>>(values: Values, leaveOut: readonly (keyof Values)[]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(values).filter(([field]) => !leaveOut.includes(field))))
}

/** True if a form has a draft, so that its drawer or dialog is reopened automatically. */
export const hasDraft = (key: string): boolean => sessionStorage.getItem(draftKey(key)) !== null
