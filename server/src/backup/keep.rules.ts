// Which backups are kept. Pure.
import { keepForm } from '../config.ts'
import { timeOf } from './manifest.ts'

/** The newest so many; or the newest of each of the last days, weeks and months that have one. */
export type Keep = { newest: number } | { days: number; weeks: number; months: number }

/** Reads `7`, or `7d 5w 12m`, of which weeks and months may be left out; undefined if it is neither. */
export function readKeep(text: string): Keep | undefined {
  const found = keepForm.exec(text.trim())
  if (!found) return undefined
  const [newest, days, weeks, months] = found.slice(1).map((count) => Number(count ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return newest > 0 ? { newest } : { days, weeks, months }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const dayMs = 86_400_000
/** Days since the Monday before 1970. */
const weekOf = (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7))
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

/** The newest of each of the last `count` periods that have one. */
function newestOf(ids: readonly string[], count: number, periodOf: (at: Date) => string): string[] {
  const newest = new Map<string, string>()
  for (const id of ids) newest.set(periodOf(timeOf(id)), id)
  return count === 0 ? [] : [...newest.values()].slice(-count)
}

/**
 * @param ids of all complete backups, oldest first
 * @returns those that are kept, oldest first, and the oldest one from which every moment can be restored: older ones keep only the WAL that
 * they need themselves. The newest is always kept.
 */
export function keptOf(ids: readonly string[], keep: Keep): { kept: string[]; whole: string | undefined } {
  if ('newest' in keep) {
    const kept = ids.slice(-keep.newest)
    return { kept, whole: kept[0] }
  }
  const days = newestOf(ids, keep.days, dayOf)
  const wanted = new Set([...days, ...newestOf(ids, keep.weeks, weekOf), ...newestOf(ids, keep.months, monthOf)])
  return { kept: ids.filter((id) => wanted.has(id)), whole: days[0] }
}
