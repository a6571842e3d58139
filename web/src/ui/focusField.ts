/** Focuses a form's field, where Mantine's forms name it (`data-path`); after the next frame, when it shows its error. */
export function focusField(form: HTMLElement | null, field: string | undefined): void {
  if (field === undefined) return
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)?.focus())
}
