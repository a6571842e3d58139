// Toasts, shown for five seconds (spec section 9), and the texts of errors.
import { limits } from '@greenroom/contract/limits'
import i18next from 'i18next'
import { isAway } from '../api/reach.ts'
import { DoneBefore, type FieldFault, isCancelled, Refused, Unreachable } from '../api/refused.ts'
import { relative } from '../format/time.ts'
import { reasonOf } from './refusalReasons.ts'
import { showToast } from './toasts/toasts.tsx'

/** A part of the page could not be fetched: the network failed, or the server has a newer build without this file. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS|text\/html/i.test(error.message)

export type Explained = { text: string; fields: readonly FieldFault[] }

/** An error's text in the reader's language: by code for a refusal, or for a missing answer. Undefined for a cancelled call. */
export function explain(error: unknown): Explained | undefined {
  if (isCancelled(error)) return undefined
  if (error instanceof Refused) {
    const key = `errors:${error.code}`
    const text = i18next.exists(key) ? i18next.t(key as 'errors:10001') : error.message || i18next.t('errors:fallback')
    return { text, fields: error.detail }
  }
  if (error instanceof Unreachable) {
    // Without an answer there is only the browser's own text, in its own language: "Failed to fetch".
    const away = error.status === undefined || isAway(error.status)
    const text = away ? i18next.t('errors:network') : error.message
    return { text: error.mayBeDone ? `${text} ${i18next.t('common:mayBeDone')}` : text, fields: [] }
  }
  if (error instanceof DoneBefore)
    return {
      text: i18next.t('common:doneBefore', { when: relative(new Date(error.sentAt), new Date(), i18next.language) }),
      fields: [],
    }
  if (isLoadFailure(error)) return { text: i18next.t('common:notLoaded'), fields: [] }
  return { text: error instanceof Error ? error.message : String(error), fields: [] }
}

/** A field's error: its reason in the reader's language; without a reason, the English detail for English readers. */
export function faultOf(fault: FieldFault): string {
  const text = reasonOf(fault)
  return fault.reason === undefined && text !== '' && fault.field !== '' ? `${fault.field}: ${text}` : text
}

/** An error with the reasons of its fields, for what has no field to show them at; empty for a cancelled call. */
export function inFull(error: unknown): string {
  const explained = explain(error)
  return explained ? [explained.text, ...explained.fields.map(faultOf)].filter(Boolean).join('\n') : ''
}

/** Shows an error; nothing for a cancelled call. */
export function showError(error: unknown): void {
  const text = inFull(error)
  if (text) show('danger', text)
}

export const showSuccess = (text: string): void => show('success', text)
export const showWarning = (text: string): void => show('warning', text)

const colours = { danger: 'red', success: 'teal', warning: 'yellow' } as const

function show(kind: keyof typeof colours, message: string): void {
  showToast({
    // One toast per text: a screen whose three calls fail shows it once.
    id: `${kind}:${message}`,
    message,
    color: colours[kind],
    autoClose: limits.messageMilliseconds,
    role: kind === 'danger' ? 'alert' : 'status',
  })
}
