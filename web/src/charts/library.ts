// The library that draws charts: a large chunk of its own.
import { loadedOnce } from '../ui/behaviour/loadedOnce.ts'

/**
 * Loads it; rejects if it could not be fetched. A screen that always has charts calls this when it is loaded itself.
 * All charts wait for the same promise: each `import()` resolves in a task of its own, so that a frame would be painted after each chart.
 */
export const loadLibrary = loadedOnce(() => import('./draw.ts'))
