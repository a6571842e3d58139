// Which language the page is in: the address, the stored choice, or the browser's.
import { isLanguage, type Language, languageOfTag } from '@greenroom/contract/languages'

const storageKey = 'language'

/**
 * The address, else the stored choice, else English (spec section 1). The browser's language counts only if it is one of the seven that the
 * switch does not offer.
 */
export function detectLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  if (requested !== null && isLanguage(requested)) {
    keepLanguage(requested)
    return requested
  }
  const kept = localStorage.getItem(storageKey)
  if (kept !== null && isLanguage(kept)) return kept
  const preferred = navigator.languages.map(languageOfTag).find((language) => language !== undefined)
  return preferred === undefined || preferred === 'cn' ? 'en' : preferred
}

export const keepLanguage = (language: Language): void => localStorage.setItem(storageKey, language)
