// What a shown time or amount is exactly: on hover, by a tap, and by the key `exact`. Without React: a list has hundreds of them.
import type { PointerEvent, SyntheticEvent } from 'react'
import { shownElement } from '../behaviour/shown.ts'
import classes from './exact.module.css'

const bubbleId = 'exact'
/** The bubble that is shown, and what removes it. */
let shown: (() => void) | undefined

/** Removes the bubble, if one is shown. */
export function hideExact(): void {
  shown?.()
  shown = undefined
}

/** Shows the text beside the element until it is left. */
export function showExact(element: HTMLElement, text: string): void {
  hideExact()
  const bubble = document.createElement('div')
  bubble.id = bubbleId
  bubble.role = 'tooltip'
  bubble.className = classes['bubble'] ?? ''
  bubble.dir = 'ltr'
  bubble.textContent = text
  document.body.append(bubble)
  const [at, size] = [element.getBoundingClientRect(), bubble.getBoundingClientRect()]
  const below = at.bottom + 6
  bubble.style.top = `${below + size.height > window.innerHeight ? at.top - size.height - 6 : below}px`
  bubble.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - size.width - 8))}px`
  element.setAttribute('aria-describedby', bubbleId)
  const gone = new AbortController()
  const leave = () => hideExact()
  for (const event of ['scroll', 'resize', 'pointerdown', 'blur'] as const)
    window.addEventListener(event, leave, { capture: true, signal: gone.signal })
  shown = () => {
    gone.abort()
    element.removeAttribute('aria-describedby')
    bubble.remove()
  }
}

/** True for the click that follows a tap on an exact value: it asks for the value, not for what lies behind it. */
export const asksExact = ({ target, nativeEvent }: SyntheticEvent<Element, MouseEvent>): boolean =>
  (nativeEvent as { pointerType?: string }).pointerType === 'touch' &&
  target instanceof Element &&
  target.closest('[data-exact]') !== null

/** What a control inside shows, a tap opens instead. */
const isInControl = (element: Element) => element.closest('a, button, label') !== null

/** The properties of an element that says on demand what it is exactly; `textOf` is only called then. */
export const exactProps = (textOf: () => string) => ({
  'data-exact': true,
  onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = textOf()
  },
  onPointerUp: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'touch' && !isInControl(currentTarget)) showExact(currentTarget, textOf())
  },
  onFocus: ({ currentTarget }: SyntheticEvent<HTMLElement>) => showExact(currentTarget, textOf()),
})

/** Where the key looks: the dialog or drawer on top, the current row of the table, or the page. */
const rootOf = (): HTMLElement | undefined =>
  shownElement('[aria-modal="true"]') ?? shownElement('[data-grid] [data-active]') ?? shownElement('main')

/** The key `exact`: focuses the first value that has an exact one, or the next; any other key leads back. */
export function stepExact(): void {
  const before = document.activeElement
  const all = [...(rootOf()?.querySelectorAll<HTMLElement>('[data-exact]') ?? [])].filter((one) =>
    one.checkVisibility(),
  )
  const next = all[(all.findIndex((one) => one === before) + 1) % all.length]
  if (!next || next === before) return
  const back = before instanceof HTMLElement ? (before.matches('[data-exact]') ? origin : before) : undefined
  origin = back
  // Focusable only while it is asked: in a list, hundreds of stops would stand between the fields.
  next.tabIndex = -1
  next.focus()
  const gone = new AbortController()
  next.addEventListener('blur', () => gone.abort(), { signal: gone.signal })
  gone.signal.addEventListener('abort', () => {
    next.removeAttribute('tabindex')
    hideExact()
  })
  const leave = (event: KeyboardEvent) => {
    // One that left the page with the focus sends no blur: the keys are for what has come since.
    if (document.activeElement !== next) return gone.abort()
    if (['=', 'Shift', 'Tab'].includes(event.key)) return
    if (event.key === 'Escape') event.stopPropagation()
    gone.abort()
    back?.focus({ preventScroll: true })
  }
  window.addEventListener('keydown', leave, { capture: true, signal: gone.signal })
}

/** What had the focus before the key was pressed. */
let origin: HTMLElement | undefined
