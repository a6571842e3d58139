// Reports the end of the session (10007, 50012, 50014) to one listener, the session, which clears itself and reloads.
let listener: (() => void) | undefined

export function onSessionEnd(ended: () => void): void {
  listener = ended
}

export function announceSessionEnd(): void {
  listener?.()
}
