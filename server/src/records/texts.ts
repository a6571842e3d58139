// Texts by language in columns (`kit.are_texts`): what a payload says of them, and how queries read them.
import type { Texts } from '@greenroom/contract/localized'
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../kit/calls/context.ts'
import { containing, nameContaining } from '../kit/text.ts'

/** A payload in either spelling: all languages, or English and Chinese in fields of their own (contract/src/texts.schema.ts). */
export type Given = { all: Texts | undefined; en: string | undefined; cn: string | undefined }

/** What to store: English and Chinese in fields of their own leave the other languages as they were. */
export const textsOf = ({ all, en, cn }: Given, before?: Texts): Texts =>
  all ?? { ...before, en: en ?? before?.en ?? '', cn: cn ?? before?.cn }

/** Names sort as readers expect: Åland beside Albania, Chinese names by pronunciation. */
const collations: Readonly<Record<Language, string>> = { en: 'und-x-icu', cn: 'zh-x-icu' }

/** The column's text in a language of the screens, as `namesOf` has it. */
export const textIn = (column: string, language: Language): RawBuilder<string> =>
  language === 'en'
    ? sql`(${sql.ref(column)} ->> 'en')`
    : sql`coalesce(${sql.ref(column)} ->> 'cn', ${sql.ref(column)} ->> 'en')`

/** The same in its order; indexes stand on it. */
export const sortedIn = (column: string, language: Language): RawBuilder<string> =>
  sql`${textIn(column, language)} collate ${sql.id(collations[language])}`

const inAny = (column: string, holds: (text: string) => RawBuilder<boolean>) =>
  sql<boolean>`exists (select from jsonb_each_text(${sql.ref(column)}) as said where ${holds('said.value')})`

/** For `search`: the column has this text in some language. */
export const inTexts = (column: string) => (text: string) =>
  inAny(column, (said) => sql`${sql.ref(said)} ilike ${containing(text)}`)

/** For `search`: the column has a name in some language that looks like one with this text. */
export const namedInTexts = (column: string) => (text: string) => inAny(column, (said) => nameContaining(said, text))
