// Messages at the corner of the page, five seconds each (spec section 9), and how an error is put into words.
import { limits } from '@greenroom/contract/limits'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { type FieldFault, isCancelled, Refused, Unreachable } from '../api/refused.ts'

export type Explained = { text: string; fields: readonly FieldFault[] }

/** An error in the reader's words: a refusal by its code, a network error by its own message. Undefined for a cancelled call. */
export function explain(error: unknown): Explained | undefined {
  if (isCancelled(error)) return undefined
  if (error instanceof Refused) {
    const key = `errors:${error.code}`
    const text = i18next.exists(key) ? i18next.t(key as 'errors:10001') : error.message || i18next.t('errors:fallback')
    return { text, fields: error.detail }
  }
  if (error instanceof Unreachable) return { text: error.message || i18next.t('errors:network'), fields: [] }
  return { text: error instanceof Error ? error.message : String(error), fields: [] }
}

/** Shows what went wrong; silent for a cancelled call. */
export function showError(error: unknown): void {
  const explained = explain(error)
  if (!explained) return
  const details = explained.fields.map(({ field, message }) => `${field}: ${message}`)
  show('danger', [explained.text, ...details].join('\n'))
}

export const showSuccess = (text: string): void => show('success', text)
export const showWarning = (text: string): void => show('warning', text)

const colours = { danger: 'red', success: 'teal', warning: 'yellow' } as const

function show(kind: keyof typeof colours, message: string): void {
  notifications.show({
    // One message at a time of the same words: a screen whose three calls fail says it once.
    id: `${kind}:${message}`,
    message,
    color: colours[kind],
    autoClose: limits.messageMilliseconds,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    role: kind === 'danger' ? 'alert' : 'status',
    style: { whiteSpace: 'pre-line' },
  })
}
