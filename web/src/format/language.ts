// Languages by their codes, named in the reader's language by the browser itself.
import { kept } from './memoised.ts'
import { localeOf } from './number.ts'

const namesIn = kept((language) => new Intl.DisplayNames([localeOf(language)], { type: 'language', fallback: 'code' }))

/** The name of an app user's language; one that the browser does not know stays as it is. */
export function languageName(code: string, language: string): string {
  try {
    return namesIn(language).of(localeOf(code).replace('_', '-')) ?? code
  } catch {
    return code
  }
}
