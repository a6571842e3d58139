// Decides when a form's values must be stored. Pure; `useDraft` applies it to the form and the browser's storage.

/** A form's values when it was sent or discarded. */
export type Sent = string | undefined

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
