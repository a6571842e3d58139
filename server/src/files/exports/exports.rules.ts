// Names of export files.

/**
 * `users-2026-11-22.csv`; letters of every script are kept. @param title of the list's screen. @param at `YYYY-MM-DD …`
 */
export function fileNameOf(title: string, at: string, format: 'csv' | 'xlsx' | 'zip'): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${name || 'export'}-${at.slice(0, 10)}.${format}`
}
