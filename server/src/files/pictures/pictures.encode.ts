// Decodes and re-encodes a picture, so that nothing of the original file but its pixels is ever served.
import type { Sharp } from 'sharp'
import { because, Refusal, refuseField, type Why } from '../../kit/calls/refusal.ts'
import {
  formatOf,
  mostPixels,
  type PictureFormat,
  type PurposeRules,
  longestSide as usualSide,
} from './pictures.rules.ts'

let loaded: Promise<typeof import('sharp').default> | undefined

/** Loaded with the first picture, so the start need not wait. One thread per picture, to leave CPU to requests. */
function library() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}

export type Encoded = { format: PictureFormat; bytes: Buffer; width: number; height: number }

const refused = (why: Why) => refuseField(10009, 'file', why)

const writers: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png({ compressionLevel: 9 }),
  jpeg: (picture) => picture.jpeg({ quality: 88, mozjpeg: true }),
  webp: (picture) => picture.webp({ quality: 88 }),
  gif: (picture) => picture.gif(),
}

/**
 * The picture without metadata, with its orientation applied and animation frames kept.
 *
 * @throws Refusal 10009 `file` if it is no picture, broken, or larger than its purpose allows.
 */
export async function encode(bytes: Buffer, rules: PurposeRules): Promise<Encoded> {
  const { longestSide = usualSide } = rules
  const format = formatOf(bytes)
  if (!format) throw refused(because('picture.kind'))
  const sharp = await library()
  const open = () => sharp(bytes, { animated: true, limitInputPixels: mostPixels, failOn: 'error' })
  try {
    const known = await open().metadata()
    if (known.format !== format) throw refused(because('picture.kind'))
    const { width, height } = known.autoOrient
    const frameHeight = known.pageHeight ?? height
    const fits = width <= longestSide && frameHeight <= longestSide
    if (!fits && rules.tooLarge === 'refuse')
      throw refused(because('picture.tooWide', { most: longestSide, width, height: frameHeight }))
    const upright = (known.pages ?? 1) > 1 ? open() : open().autoOrient()
    const sized = fits ? upright : upright.resize(longestSide, longestSide, { fit: 'inside' })
    const { data, info } = await writers[format](sized).toBuffer({ resolveWithObject: true })
    return { format, bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Any decoder error is the file's fault.
    throw refused(because(/pixel limit/.test(String(error)) ? 'picture.pixels' : 'picture.broken'))
  }
}
