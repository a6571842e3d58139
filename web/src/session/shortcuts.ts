// Keyboard shortcuts: components register their own, `?` lists them. The keys are in `keys.ts`.
import { createContext, useContext, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { isComposing } from '../ui/behaviour/composing.ts'
import { shownElement } from '../ui/behaviour/shown.ts'
import { chordOf, type FocusKey, type KeyName, keys } from './keys.ts'

// Opens the help with the active shortcuts, which the shell shows.
const HelpContext = createContext<() => void>(() => {})
export const HelpProvider = HelpContext.Provider

export const useHelp = (): (() => void) => useContext(HelpContext)

export type Shortcut = {
  /** `mod+K`, `?`, `j`, `shift+Enter`: modifiers first; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string
  /** The whole key of its text, with namespace: `system:shortcuts.ban`. */
  labelKey: string
}

type Registered = Shortcut & {
  run: (event: KeyboardEvent) => void
  /** False leaves the key press to other listeners. */
  when: (event: KeyboardEvent) => boolean
}

let registered: readonly Registered[] = []
const listeners = new Set<() => void>()

function change(next: readonly Registered[]): void {
  registered = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** Checkboxes take no letters: shortcuts keep working after selecting rows with the mouse. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

/** The key, in lower case. A keyboard without Latin letters, such as a Russian one, is read by the places of its keys. */
function keyOf({ key, code }: KeyboardEvent): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1]
  return (
    place !== undefined && key.length === 1 && key > '\u007f' && !/\p{Script=Latin}/u.test(key) ? place : key
  ).toLowerCase()
}

function matches(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) === '' ? '+' : (parts.at(-1) ?? '')
  const mod = parts.includes('mod')
  // AltGr types a sign, such as `[` on a German keyboard; Windows reports it as Ctrl and Alt.
  const types = event.getModifierState('AltGraph')
  // Signs such as `?` need shift on most keyboards and not on others: only letters and named keys are strict about it.
  const strictShift = key.length > 1 || /[a-z0-9]/i.test(key)
  return (
    keyOf(event) === key.toLowerCase() &&
    (types ? !mod : (isMac ? event.metaKey : event.ctrlKey) === mod) &&
    (types || event.altKey === parts.includes('alt')) &&
    (!strictShift || event.shiftKey === parts.includes('shift'))
  )
}

/** A dialog was open when the key was pressed. It may have closed itself since: that press was not for the page behind it. */
let isForDialog = false
function beforeKeyDown(): void {
  isForDialog = shownElement('[aria-modal="true"]') !== undefined
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return
  // The last one registered is closest to what is on the screen.
  const found = registered.findLast(({ keys, when }) => matches(keys, event) && when(event))
  if (!found) return
  // Plain keys are for the page: not while typing, and not behind a dialog, unless they only read what it shows.
  const plain = !found.keys.includes('mod+')
  if (plain && (isTyping(event.target) || (found.keys !== keys.exact && isForDialog))) return
  event.preventDefault()
  found.run(event)
}

const always = () => true

/** True in a field, or on an element that uses arrows, Enter and Escape itself. */
export const isOnControl = ({ target }: Event): boolean =>
  isTyping(target) ||
  (target instanceof Element &&
    target.closest('a, button, input, [role="dialog"], [role="menu"], [role="tablist"], [role="slider"]') !== null)

export const isTypingInto = ({ target }: Event): boolean => isTyping(target)

/**
 * Listens for `key` while the component is shown; plain letters are ignored while typing into a field. A press that `when` refuses is not
 * handled.
 */
export function useShortcut(
  key: KeyName | FocusKey,
  labelKey: string,
  handler: (event: KeyboardEvent) => void,
  when: (event: KeyboardEvent) => boolean = always,
): void {
  const keys = chordOf(key)
  const run = useEffectEvent(handler)
  const isFor = useEffectEvent(when)
  // A layout effect, since a key pressed right after painting would be lost on a busy machine.
  useLayoutEffect(() => {
    if (registered.length === 0) {
      window.addEventListener('keydown', beforeKeyDown, true)
      window.addEventListener('keydown', onKeyDown)
    }
    const entry: Registered = {
      keys,
      labelKey,
      run: (event) => run(event),
      when: (event) => isFor(event),
    }
    change([...registered, entry])
    return () => {
      change(registered.filter((other) => other !== entry))
      if (registered.length === 0) {
        window.removeEventListener('keydown', beforeKeyDown, true)
        window.removeEventListener('keydown', onKeyDown)
      }
    }
  }, [keys, labelKey])
}

/** The active shortcuts, for the help. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => registered)

const modifiers: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', shift: 'Shift', alt: isMac ? '⌥' : 'Alt' }

/** True if the event is this key: for dialogs with their own listeners. */
export const isPressed = (key: KeyName | FocusKey, event: KeyboardEvent): boolean => matches(chordOf(key), event)

/** A key as buttons and menus show it. */
export const keyName = (key: KeyName | FocusKey): string => keyNames(chordOf(key)).join(' ')

/** Named keys as keyboards print them. */
const printed: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
}

/** The keys as this machine's keyboard writes them. */
export const keyNames = (keys: string): string[] =>
  keys.split('+').map((key) => modifiers[key] ?? printed[key] ?? (key.length === 1 ? key.toUpperCase() : key))
