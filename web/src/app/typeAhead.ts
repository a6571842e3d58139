// What someone types between Ctrl K and the moment the palette's field is ready: nobody should have to wait for it.
let typed = ''

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.length === 1) typed += event.key
  else if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** From now on, letters wait for the palette and do nothing else. */
export function catchTyping(): void {
  typed = ''
  window.addEventListener('keydown', onKeyDown, true)
}

/** Ends the waiting; answers what was typed meanwhile. */
export function takeTyped(): string {
  window.removeEventListener('keydown', onKeyDown, true)
  const taken = typed
  typed = ''
  return taken
}
