// The language of a visitor who has no account: of landing pages and of receipts.
import { type Language, languageOfTag } from '@greenroom/contract/languages'

/** The tags of an `accept-language` header, most preferred first. */
export const acceptedTags = (header: string): string[] =>
  header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const quality = Number(/q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1)
      return { tag: tag.trim(), quality: Number.isFinite(quality) ? quality : 0 }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

/** Readers of Indonesian understand Malay. */
const understood = (tag: string): Language | undefined => (/^id\b/i.test(tag) ? 'ms' : languageOfTag(tag))

/** The first supported language of the header; English if there is none. */
export const acceptedLanguage = (header: string): Language =>
  acceptedTags(header)
    .map(understood)
    .find((language) => language !== undefined) ?? 'en'
