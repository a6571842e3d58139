// Cache of published pages: pages are rendered and compressed once per version, language and platform.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type LandingContent, type LandingStore, renderLanding } from '@greenroom/contract/landingPage'
import type { Language } from '@greenroom/contract/languages'
import type { Reader } from '../../../kit/database/database.ts'
import { publishedPages } from './landing.queries.ts'
import type { Arm, Platform } from './landing.rules.ts'

export type Body = { plain: Buffer; gzip: Buffer; brotli: Buffer; policy: string }

export type PublishedPage = {
  key: string
  channel: string
  phaseId: number
  shareB: number
  contents: Record<Arm, LandingContent | undefined>
  bodies: Map<string, Body>
}

/** Origins of pictures besides the page's own. */
const policyOf = (style: string, pictures: string): string =>
  [
    "default-src 'none'",
    `img-src 'self' ${pictures}`.trim(),
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Links to files may still download.
    'sandbox allow-downloads',
  ].join('; ')

/** The page for a language and a platform. */
export function bodyOf(
  page: PublishedPage,
  arm: Arm,
  language: Language,
  platform: Platform,
  pictures: { base: string; origin: string },
): Body {
  const key = `${arm} ${language} ${platform}`
  const known = page.bodies.get(key)
  if (known) return known
  const content = page.contents[arm] ?? page.contents.a!
  const { html, style } = renderLanding(content, {
    language,
    platform,
    pictureOf: (name) => `${pictures.base}${name}`,
    hrefOf: (store: LandingStore) => `/l/${page.key}/${arm}/${store}`,
  })
  const plain = Buffer.from(html)
  const body = {
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    policy: policyOf(style, pictures.origin),
  }
  page.bodies.set(key, body)
  return body
}

/** All published pages by key; renderings are kept while the phase is unchanged. */
export async function readPublished(
  reader: Reader,
  before: ReadonlyMap<string, PublishedPage>,
): Promise<Map<string, PublishedPage>> {
  const rows = await publishedPages(reader)
  return new Map(
    rows.map((row) => {
      const known = before.get(row.key)
      if (known?.phaseId === row.phaseId) return [row.key, known]
      const { key, channel, phaseId, shareB, a, b } = row
      return [key, { key, channel, phaseId, shareB, contents: { a, b: b ?? undefined }, bodies: new Map() }]
    }),
  )
}
