// Reports the end of the session to one listener, the session itself.
type Ends = {
  /** The server ended it (10007, 50012, 50014): the session clears itself and reloads. */
  ended: () => void
  /** Another tab logged out, or in with another account. */
  replaced: () => void
}
let listener: Ends | undefined

export function onSessionEnd(ends: Ends): void {
  listener = ends
}

export const announceSessionEnd = (): void => listener?.ended()
export const announceSessionReplaced = (): void => listener?.replaced()
