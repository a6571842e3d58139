// Stale writes: a write based on an older version is refused, with who changed what in the meantime.
import { because, type Detail, Refusal } from './refusal.ts'

export type Touched = { by: string; at: Date | null; version: number }

const written = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : JSON.stringify(value ?? null)

/**
 * The refusal (20000) of a stale write. Its first line says who changed the row and when, then one line for every field
 * whose current value differs from the one sent, so that a screen can show yours beside theirs.
 */
export function staleWrite(
  touched: Touched,
  now: Record<string, unknown> = {},
  sent: Record<string, unknown> = {},
): Refusal {
  const { version } = touched
  const { by, at } = touched
  const who =
    by === ''
      ? because('stale.bySystem', { version })
      : at
        ? because('stale.by', { by, at: at.toISOString(), version })
        : because('stale.byOnly', { by, version })
  const fields: Detail[] = Object.entries(sent)
    .filter(([field, value]) => field in now && written(value) !== written(now[field]))
    .map(([field]) => ({ field, ...because('stale.now', { value: written(now[field]) }) }))
  return new Refusal(20000, [{ field: 'version', ...who }, ...fields])
}
