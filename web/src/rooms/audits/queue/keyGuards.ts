// Keys of the workbench, by the character they write in any layout; holding a key down decides only once.
import { isOnControl, isTypingInto } from '../../../session/shortcuts.ts'

/** Arrows and Enter belong to a control that has the focus. */
export const arrowAllowed = (event: KeyboardEvent): boolean => !isOnControl(event)

/** Ignores key repeat: holding a key decides one item only. */
export const once = (event: KeyboardEvent): boolean => !event.repeat

/** In a field, leave undo to the browser. */
export const notTyping = (event: KeyboardEvent): boolean => !event.repeat && !isTypingInto(event)
