// Keys of the workbench. Letters are what the key writes, in every layout; holding a key down decides nothing twice.
import { isOnControl, isTypingInto } from '../../../session/shortcuts.ts'

/** Arrows and Enter belong to a control that has the focus. */
export const arrowAllowed = (event: KeyboardEvent): boolean => !isOnControl(event)

/** A key that is held down decides one item, not a screen of them. */
export const once = (event: KeyboardEvent): boolean => !event.repeat

/** In a field the browser's own undo is meant. */
export const notTyping = (event: KeyboardEvent): boolean => !event.repeat && !isTypingInto(event)
