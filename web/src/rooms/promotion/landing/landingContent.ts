// A page's content as form values: one text field per list of lines, links as text.
import type { LandingContent, LandingText } from '@greenroom/contract/landingPage'
import { type Language, languages } from '@greenroom/contract/languages'

export type TextForm = { title: string; tagline: string; points: string; button: string; note: string }
export type ContentForm = {
  template: string
  accent: string
  background: string
  texts: Record<Language, TextForm>
  pictures: { fileId: string; url: string }[]
  apple: string
  google: string
  other: string
}

const emptyText: TextForm = { title: '', tagline: '', points: '', button: '', note: '' }

const formOfText = (text: Partial<LandingText> | undefined): TextForm => ({
  ...emptyText,
  ...text,
  points: text?.points?.join('\n') ?? '',
})

export const emptyContent = (): ContentForm => ({
  template: 'hero',
  accent: '#0f8a6d',
  background: '#ffffff',
  texts: Object.fromEntries(languages.map((language) => [language, emptyText])) as ContentForm['texts'],
  pictures: [],
  apple: '',
  google: '',
  other: '',
})

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

export const formOf = (content: LandingContent, base: string): ContentForm => ({
  template: content.template,
  accent: content.accent,
  background: content.background,
  texts: Object.fromEntries(
    languages.map((language) => [language, formOfText(content.texts[language])]),
  ) as ContentForm['texts'],
  pictures: content.pictures.map((name) => ({ fileId: name.slice(0, 36), url: `${base}${name}` })),
  apple: content.links.apple ?? '',
  google: content.links.google ?? '',
  other: content.links.other ?? '',
})

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Only languages that have a text, and only links that are set. */
export function contentOf(form: ContentForm): LandingContent {
  const { texts, pictures, apple, google, other } = form
  const written = languages.filter(
    (language) => language === 'en' || Object.values(texts[language]).some((text) => text.trim() !== ''),
  )
  return {
    template: form.template as LandingContent['template'],
    accent: form.accent,
    background: form.background,
    texts: Object.fromEntries(
      written.map((language) => [language, { ...texts[language], points: lines(texts[language].points) }]),
    ) as LandingContent['texts'],
    pictures: pictures.map(({ url }) => nameOf(url)),
    links: { ...(apple && { apple }), ...(google && { google }), ...(other && { other }) },
  }
}
