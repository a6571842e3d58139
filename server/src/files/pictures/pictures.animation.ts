// Gift animations: Lottie of limited size, without expressions or external files; or MP4. Stored as parsed, so only what a player needs is
// kept.
import { because, refuseField } from '../../kit/calls/refusal.ts'

export type Animation = {
  mime: string
  extension: string
  bytes: Buffer
  width: number
  height: number
}

export const most = { side: 2_000, seconds: 30, layers: 500, depth: 60 } as const

const refused = (reason: 'animation.kind' | 'animation.broken' | 'animation.code' | 'animation.outside') =>
  refuseField(10009, 'file', because(reason))

/** @throws Refusal 10009 `file` for what is neither, broken, too large, or carries code. */
export function readAnimation(file: Buffer): Animation {
  if (file.subarray(4, 8).toString('latin1') === 'ftyp') return readMp4(file)
  if (/^\s*\{/.test(file.subarray(0, 64).toString('utf8'))) return readLottie(file)
  throw refused('animation.kind')
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

function readLottie(file: Buffer): Animation {
  let parsed: Json
  try {
    parsed = JSON.parse(file.toString('utf8')) as Json
  } catch {
    throw refused('animation.broken')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw refused('animation.broken')
  const { w, h, fr, ip, op, layers } = parsed
  if (
    ![w, h, fr, ip, op].every((value) => typeof value === 'number' && Number.isFinite(value)) ||
    !Array.isArray(layers)
  )
    throw refused('animation.broken')
  const [width, height, rate, first, last] = [w, h, fr, ip, op] as number[]
  const seconds = (last! - first!) / rate!
  const counted = inspect(parsed, 0)
  const fits =
    width! >= 1 &&
    height! >= 1 &&
    width! <= most.side &&
    height! <= most.side &&
    rate! > 0 &&
    seconds > 0 &&
    seconds <= most.seconds &&
    counted <= most.layers
  if (!fits) throw refuseField(10009, 'file', because('animation.size', most))
  return {
    mime: 'application/json',
    extension: 'json',
    bytes: Buffer.from(JSON.stringify(parsed)),
    width: Math.round(width!),
    height: Math.round(height!),
  }
}

/** Checks every value. @returns the number of layers. */
function inspect(value: Json, depth: number): number {
  if (depth > most.depth) throw refused('animation.broken')
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + inspect(one, depth + 1), 0)
  if (typeof value !== 'object' || value === null) return 0
  let layers = 0
  for (const [key, one] of Object.entries(value)) {
    // An expression is the text of a property's `x`; numbers and shapes there are positions.
    if (key === 'x' && typeof one === 'string') throw refused('animation.code')
    if (key === 'layers' && Array.isArray(one)) layers += one.length
    // A picture's path: only one that is inside the file itself.
    if (key === 'p' && typeof one === 'string' && !/^data:image\/(?:png|jpeg|webp);base64,/.test(one))
      throw refused('animation.outside')
    if ((key === 'u' || key === 'fPath') && typeof one === 'string' && one !== '') throw refused('animation.outside')
    layers += inspect(one, depth + 1)
  }
  return layers
}

/** Walks the top-level boxes: a video has its header and its data, each within the file. */
function readMp4(file: Buffer): Animation {
  const boxes = new Map<string, Buffer>()
  for (let at = 0; at + 8 <= file.length; ) {
    const small = file.readUInt32BE(at)
    const wide = small === 1 && at + 16 <= file.length
    const size = wide ? Number(file.readBigUInt64BE(at + 8)) : small === 0 ? file.length - at : small
    if (size < 8 || at + size > file.length) throw refused('animation.broken')
    boxes.set(file.subarray(at + 4, at + 8).toString('latin1'), file.subarray(at, at + size))
    at += size
  }
  const header = boxes.get('moov')
  if (!header || !boxes.has('mdat')) throw refused('animation.broken')
  const { width, height } = sizeIn(header)
  if (width > most.side || height > most.side || secondsIn(header) > most.seconds)
    throw refuseField(10009, 'file', because('animation.size', most))
  return { mime: 'video/mp4', extension: 'mp4', bytes: file, width, height }
}

/** The largest picture of its tracks: the last eight bytes of a track's header, as 16.16 numbers. */
function sizeIn(header: Buffer): { width: number; height: number } {
  let [width, height] = [0, 0]
  for (let at = header.indexOf('tkhd'); at >= 4; at = header.indexOf('tkhd', at + 4)) {
    const end = at - 4 + header.readUInt32BE(at - 4)
    if (end > header.length || end - 8 < at) throw refused('animation.broken')
    width = Math.max(width, header.readUInt32BE(end - 8) >>> 16)
    height = Math.max(height, header.readUInt32BE(end - 4) >>> 16)
  }
  if (width === 0 || height === 0) throw refused('animation.broken')
  return { width, height }
}

/** The duration in the movie's header. */
function secondsIn(header: Buffer): number {
  const at = header.indexOf('mvhd')
  if (at < 0 || at + 36 > header.length) throw refused('animation.broken')
  const wide = header[at + 4] === 1
  const scale = header.readUInt32BE(at + (wide ? 24 : 16))
  const length = wide ? Number(header.readBigUInt64BE(at + 28)) : header.readUInt32BE(at + 20)
  if (scale === 0) throw refused('animation.broken')
  return length / scale
}
