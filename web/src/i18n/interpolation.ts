import { isolated } from '@greenroom/contract/isolated'

/** React escapes markup. What is put in is a name as often as not, and may run from right to left. */
export const interpolation = { escapeValue: true, escape: isolated }
