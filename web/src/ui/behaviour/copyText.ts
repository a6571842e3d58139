/** Copies a text. The clipboard API needs https or localhost, and permission; elsewhere a selection is copied. */
export async function copyText(text: string): Promise<void> {
  try {
    if (navigator.clipboard) return await navigator.clipboard.writeText(text)
  } catch {
    // Without permission, or while the page has no focus.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
