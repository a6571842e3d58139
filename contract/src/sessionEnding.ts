// What ends a browser's session. Kept apart from the catalogue, which the log-in page does not load.

/** An `errorCode` in this list clears the browser's session and reloads. */
export const sessionEndingCodes: readonly number[] = [10007]

/** The same for the envelope's own `code`; they aren't catalogue codes. */
export const sessionEndingBodyCodes: readonly number[] = [50012, 50014]
