// The front end is heard: whatever no screen expected is reported to the server.

/** Reports something thrown; the code for it is fetched with the first one. */
export function hear(kind: 'crash' | 'rejection' | 'load', thrown: unknown): void {
  // Without the code, or without the server, nothing can be told.
  void import('./reportError.ts').then(
    ({ reportError }) => reportError(kind, thrown),
    () => undefined,
  )
}

/** Listens to what reaches the window. */
export function listenToErrors(): void {
  addEventListener('error', ({ error }) => error && hear('crash', error))
  addEventListener('unhandledrejection', ({ reason }) => hear('rejection', reason))
}
