// Texts: one JSON file per language and namespace (a room, or a part of the kit), loaded on demand.
import {
  directionOf,
  isLanguage,
  type Language,
  languageOfTag,
  type StaffLanguage,
  staffLanguages,
  tagOf,
} from '@greenroom/contract/languages'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { keepText } from '../api/storage.ts'
import { interpolation } from './interpolation.ts'
import type { Namespace } from './resources.ts'

export type { Namespace } from './resources.ts'

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../contract/texts/{en,cn}/*.json',
    '!../../../contract/texts/*/{app,common,errors,evening,join,log,shell,exports,operations,params,reasons,receipt,sms,told}.json',
  ],
  { import: 'default' },
)
/** Bundles of the namespaces of every page. */
const bases = import.meta.glob<Record<string, Record<string, unknown>>>('./base.{en,cn}.ts')
const inBase: readonly string[] = ['common', 'errors', 'shell'] satisfies Namespace[]

/** Fetches the texts of a namespace; undefined if the language has none. */
function fileOf(language: string, namespace: string): (() => Promise<Record<string, unknown>>) | undefined {
  if (namespace === 'evening') return async () => (await import('./eveningFiles.ts')).eveningIn(language)
  if (!isStaffs(language))
    return async () => (await import('../api/otherLanguages.ts')).textsOfOther(language, namespace)
  const base = inBase.includes(namespace) ? bases[`./base.${language}.ts`] : undefined
  return base
    ? async () => (await base())[namespace] ?? {}
    : files[`../../../contract/texts/${language}/${namespace}.json`]
}

const isStaffs = (language: string) => staffLanguages.some((complete) => complete === language)

const backend: BackendModule = {
  type: 'backend',
  init() {},
  callbackApi: true,
  read(language, namespace, callback) {
    // Seven languages have what outsiders see (`outsiderTexts.ts`); staff's is English.
    const file = fileOf(language, namespace)
    if (!file) return callback(null, {})
    file().then(
      (texts) => callback(null, texts as ResourceKey),
      (error: Error) => callback(error, null),
    )
  },
}

const storageKey = 'language'

/**
 * The address, else the stored choice, else English (spec section 1). The browser's language counts only if it is one of the seven that the
 * switch does not offer.
 */
function detectLanguage(): Language {
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

const keepLanguage = (language: Language): void => keepText(localStorage, storageKey, language)

function describeDocument(language: Language): void {
  document.documentElement.lang = tagOf(language)
  document.documentElement.dir = directionOf(language)
}

let started: Promise<void> | undefined

/** Starts i18next with the namespaces of every page; resolves when the first page can render. */
export const startTexts = (): Promise<void> => (started ??= start())

async function start(): Promise<void> {
  const language = detectLanguage()
  describeDocument(language)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // Chinese is complete (a check says so), so it needs no second file for each namespace.
      fallbackLng: (code) => (isStaffs(code) ? [] : ['en']),
      load: 'currentOnly',
      lowerCaseLng: true,
      ns: ['common', 'errors'],
      defaultNS: 'common',
      fallbackNS: false,
      interpolation,
      returnNull: false,
    })
  setPluralRules()
}

/** Our language codes are not standard: `cn` would get English plurals. */
function setPluralRules(): void {
  const { pluralResolver } = i18next.services as {
    pluralResolver: { getRule: (code: string, options?: object) => unknown }
  }
  const getRule = pluralResolver.getRule.bind(pluralResolver)
  pluralResolver.getRule = (code, options) => getRule(tagOf(code), options)
}

/** Loads a screen's texts together with its code, so that it renders once. Throws if they fail to load. */
export async function loadTexts(namespaces: Namespace[]): Promise<void> {
  await started
  await i18next.loadNamespaces(namespaces)
  const missing = () => namespaces.filter((namespace) => !i18next.hasResourceBundle(i18next.language, namespace))
  // i18next does not retry a failed file, and the screen would show keys.
  if (missing().length > 0) await i18next.reloadResources([i18next.language], missing())
  if (missing().length > 0) throw new Error(`Failed to fetch dynamically imported module: texts ${missing().join()}`)
}

/** Changes the language of everything on the page and keeps the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  keepLanguage(language)
  await i18next.changeLanguage(language)
  describeDocument(language)
}

/** The language of nearly all texts: partial languages fall back to English (spec section 1). */
export const textLanguage = (): StaffLanguage => (currentLanguage() === 'cn' ? 'cn' : 'en')

/** The chosen language: one of nine. */
export const currentLanguage = (): Language => i18next.language as Language
