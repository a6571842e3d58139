// What a name is: it shows something. Invisible characters alone are nothing.

/** Characters that show nothing: spaces, zero-width ones, fillers, variation selectors, and the empty Braille pattern. */
const unseen = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu

/** Whether a text shows anything at all. */
export const visibleName = (text: string): boolean => text.replaceAll(unseen, '') !== ''
