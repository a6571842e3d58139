// How tests start programs of the product: as an operator does, with their compiled code kept. Without, each start would read and compile
// hundreds of files again, which is most of what a short command costs.
import { fileURLToPath } from 'node:url'

const kept = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)) }

/** An environment with these settings, and nothing else of the tests' own. */
export const operator = (settings: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...kept,
  ...settings,
})
