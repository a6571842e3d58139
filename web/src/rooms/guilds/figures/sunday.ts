/** The Sunday of the week that begins on a Monday; both `2026-11-16`. */
export const sundayOf = (monday: string): string =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10)
