// Settings whose values are in files, as secret stores mount them, and passwords of database addresses apart from the addresses.
import { readFileSync } from 'node:fs'
import { withUser } from './kit/standby/hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

const suffix = '_FILE'

/** The setting that `NAME_FILE` is about; undefined for another name. */
export const inFile = (name: string): string | undefined =>
  name.endsWith(suffix) ? name.slice(0, -suffix.length) : undefined

/**
 * The environment with the values of `NAME_FILE` as those of `NAME`, for these names, without the line break at a file's end.
 *
 * @returns also a line for each that can't be read, or is given twice
 */
export function withFiles(env: Environment, names: readonly string[]): { env: Environment; problems: string[] } {
  const problems: string[] = []
  const read = names.flatMap((name): [string, string][] => {
    const path = env[`${name}${suffix}`]
    if (!path) return []
    if (env[name]) problems.push(`${name} and ${name}${suffix} can't both be set.`)
    try {
      return [[name, readFileSync(path, 'utf8').replace(/\r?\n$/, '')]]
    } catch (error) {
      problems.push(`${name}${suffix} must name a file that can be read (${(error as NodeJS.ErrnoException).code}).`)
      return []
    }
  })
  return { env: { ...env, ...Object.fromEntries(read) }, problems }
}

/** The address with this password, whatever characters it has; unchanged without one. */
export function withPassword<T extends string | undefined>(url: T, password: string | undefined): T {
  if (url === undefined || password === undefined) return url
  return withUser(url, { password }) as T
}
