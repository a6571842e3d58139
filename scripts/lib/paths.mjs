// Absolute paths, so that the scripts work from any directory and with spaces in the path.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path below the repository root. */
export const at = (...parts) => join(root, ...parts)
