// Texts by language in payloads: `texts` has every language; the two fields of the screens' languages (`nameEn`, `nameCn`) alone leave
// the other languages as they are.
import { z } from 'zod'
import { jsonOf, optional } from './fields.ts'
import { languages } from './languages.ts'
import type { Texts } from './localized.ts'

/** As answers have them. */
export const textsShown = () => z.partialRecord(z.enum(languages), z.string()) as unknown as z.ZodType<Texts>

/** All languages; English is required, and shown to readers of a language without a text. */
const whole = (text: () => z.ZodType<string, string>): z.ZodType<Texts, Texts> =>
  z.strictObject({
    ...(Object.fromEntries(languages.map((language) => [language, optional(text())])) as {
      [L in keyof Texts]: z.ZodOptional<z.ZodType<string, string>>
    }),
    en: text(),
  }) as unknown as z.ZodType<Texts, Texts>

const spellings = [
  ['En', 'en'],
  ['Cn', 'cn'],
] as const
type Ending = (typeof spellings)[number][0]

/** The fields of a text in both spellings: `nameEn` and `nameCn`, and `field` with all languages. One of them is enough (`spelledOnce`). */
export const inBothSpellings = <const Stem extends string, const Field extends string>(
  stem: Stem,
  field: Field,
  text: () => z.ZodType<string, string>,
) =>
  ({ [`${stem}En`]: optional(text()), [`${stem}Cn`]: optional(text()), [field]: optional(jsonOf(whole(text))) }) as {
    [N in `${Stem}${Ending}`]: z.ZodOptional<z.ZodType<string, string>>
  } & { [N in Field]: z.ZodOptional<z.ZodType<Texts, Texts>> }

/** Refuses a text that is given in neither spelling, or differently in both. `texts`: by stem, the field with all languages. */
export const spelledOnce = <T extends z.ZodObject>(object: T, texts: Readonly<Record<string, string>>): T =>
  Object.entries(texts).reduce<T>(
    (checked, [stem, field]) =>
      spellings.reduce<T>((soFar, [ending, language]) => {
        const name = `${stem}${ending}`
        // Also beside faults of other fields, so that a form shows all of them.
        const when = ({ issues }: z.core.ParsePayload) =>
          !issues.some(({ path }) => path?.[0] === name || path?.[0] === field)
        const of = (payload: unknown) => {
          const given = payload as Record<string, unknown>
          return { one: given[name], all: given[field] as Texts | undefined }
        }
        return soFar
          .refine((payload) => of(payload).one !== undefined || of(payload).all !== undefined, {
            path: [name],
            params: { reason: 'field.required' },
            when,
          })
          .refine(
            (payload) => {
              const { one, all } = of(payload)
              return one === undefined || all === undefined || one === all[language]
            },
            { path: [name], params: { reason: 'field.differs' }, when },
          )
      }, checked),
    object,
  )
