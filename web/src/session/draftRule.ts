// When a form's values must be kept. Pure; `useDraft` gives it the form and the browser's storage.

/** What a draft remembers of a form that was sent or given up on: its values at that moment. */
export type Sent = string | undefined

/**
 * One look at a form: the values to keep, if any, and what is remembered from here on. Values that were just sent are not kept
 * again while they still stand in the form; once the form is clean or holds anything else, typing is kept as before.
 *
 * @param values the values as they would be kept.
 */
export function draftStep(form: { dirty: boolean; values: string }, sent: Sent): { keep?: string; sent: Sent } {
  if (!form.dirty) return { sent: undefined }
  if (form.values === sent) return { sent }
  return { keep: form.values, sent: undefined }
}
