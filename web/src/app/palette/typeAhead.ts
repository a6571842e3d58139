// Buffers text typed between Ctrl K and the moment the palette's field is ready.
let typed = ''

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.length === 1) typed += event.key
  else if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Starts buffering: letters go to the palette and nowhere else. */
export function catchTyping(): void {
  typed = ''
  window.addEventListener('keydown', onKeyDown, true)
}

/** Stops buffering and returns the text. */
export function takeTyped(): string {
  window.removeEventListener('keydown', onKeyDown, true)
  const text = typed
  typed = ''
  return text
}
