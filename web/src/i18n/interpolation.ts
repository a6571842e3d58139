import { isolated } from '@greenroom/contract/isolated'

/** React escapes markup. Interpolated values are often names, which may be right-to-left. */
export const interpolation = { escapeValue: true, escape: isolated }
