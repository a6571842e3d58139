// The library that draws charts: a large chunk of its own.

/** Loads it; rejects if it could not be fetched. A screen that always has charts calls this when it is loaded itself. */
export const loadLibrary = () => import('./draw.ts')
