// What pictures and texts look like, as numbers of 64 bits, and when two look alike. Pure.
import { nameKey } from '@greenroom/contract/names'

/** Sides of the grey picture that a hash is made of. */
export const side = 32

/** The frequencies, across and down, whose signs are the hash's bits: the lowest 64 but the mean, which is the brightness. */
const frequencies: readonly (readonly [across: number, down: number])[] = Array.from(
  { length: 100 },
  (_, at) => [at % 10, Math.floor(at / 10)] as const,
)
  .toSorted(([x, y], [u, v]) => x * x + y * y - (u * u + v * v))
  .slice(1, 65)

const waves = Array.from({ length: 10 }, (_, frequency) =>
  Float64Array.from({ length: side }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * side))),
)

/** In levels of grey: what re-encoding alone changes is below. */
const noise = 0.45
/** So many of the frequencies must be above it: a blank wall or a plain gradient has no look of its own. */
const telling = 24

/** Of a picture and of its mirror image, in which the waves with an odd number of halves across change their sign. */
const mirrorMask = frequencies.reduce(
  (mask, [across], bit) => (across % 2 === 1 ? mask | (1n << BigInt(bit)) : mask),
  0n,
)

const signed = (bits: bigint) => BigInt.asIntN(64, bits)

/**
 * A picture's perceptual hash: the signs of its lowest frequencies (a discrete cosine transform).
 *
 * @param grey 32 × 32 levels of grey, row by row
 * @returns null for a picture that shows too little to be told from others
 */
export function pictureHash(grey: Uint8Array): bigint | null {
  // Rows first: what each row has of each frequency across.
  const rows = waves.map((wave) =>
    Float64Array.from({ length: side }, (_, row) => {
      let sum = 0
      for (let at = 0; at < side; at++) sum += wave[at]! * grey[row * side + at]!
      return sum
    }),
  )
  let bits = 0n
  let loud = 0
  for (const [bit, [across, down]] of frequencies.entries()) {
    const wave = waves[down]!
    const row = rows[across]!
    let sum = 0
    for (let at = 0; at < side; at++) sum += wave[at]! * row[at]!
    const level = sum / (side * side)
    if (level > 0) bits |= 1n << BigInt(bit)
    if (Math.abs(level) >= noise) loud++
  }
  return loud < telling ? null : signed(bits)
}

/** The hash of the mirror image. */
export const mirrored = (hash: bigint): bigint => signed(BigInt.asUintN(64, hash) ^ mirrorMask)

/** In how many bits two hashes differ. */
export function distance(one: bigint, other: bigint): number {
  let count = 0
  for (let left = BigInt.asUintN(64, one ^ other); left > 0n; left &= left - 1n) count++
  return count
}

/** Two hashes this close are of the same picture (the decisions, section 9). */
export const near = 6

const isNear = (one: bigint, other: bigint): boolean => distance(one, other) <= near

/** Letters and figures only, look-alikes as one, each repetition once; a number of five figures or more counts as any other such number. */
export function foldedText(text: string): string {
  const key = nameKey(text)
  const words = key.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // What has neither, such as 👋👋, is itself.
  return (words === '' ? key : words).replaceAll(/\d{5,}/g, '00000').replaceAll(/(\D)\1+/gu, '$1')
}

/** FNV-1a in two halves, since bit operations have 32 bits. */
function textBits(text: string): [high: number, low: number] {
  let [high, low] = [0x811c9dc5, 0x9dc5811c]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + 0x9e37), 0x85ebca6b)
    high ^= low >>> 15
  }
  return [high >>> 0, low >>> 0]
}

const bitsOf = ([high, low]: readonly [number, number]): bigint => signed((BigInt(high) << 32n) | BigInt(low))

const shingle = 4
/** Of shorter texts, a changed word is too much: only equal ones are alike. */
const longEnough = 40

/** What a text looks like: `fold` is the same for texts that differ in nothing that people see, `near` is close for similar long ones. */
export type TextLook = { fold: bigint; near: bigint | null }

/** Null for no text. */
export function textLook(text: string): TextLook | null {
  const folded = foldedText(text)
  if (folded === '') return null
  const fold = bitsOf(textBits(folded))
  if (folded.length < longEnough) return { fold, near: null }
  // A similarity hash: each bit is what most pieces of the text say.
  const votes = new Int32Array(64)
  for (let at = 0; at + shingle <= folded.length; at++)
    for (const [half, bits] of textBits(folded.slice(at, at + shingle)).entries())
      for (let bit = 0; bit < 32; bit++) votes[half * 32 + bit]! += (bits >>> bit) & 1 ? 1 : -1
  let bits = 0n
  for (const [bit, vote] of votes.entries()) if (vote > 0) bits |= 1n << BigInt(bit)
  return { fold, near: signed(bits) }
}

/** What an item looks like: its pictures in their order, and its text. */
export type Look = { pictures: readonly bigint[]; text: TextLook | null }

/**
 * @param pictures null for one that shows too little
 * @returns null if nothing says what others it is like: no picture and no text, or a picture that shows too little
 */
export function lookOf(pictures: readonly (bigint | null)[], text: string): Look | null {
  const said = textLook(text)
  const hashes = pictures.filter((hash) => hash !== null)
  if (hashes.length < pictures.length || (hashes.length === 0 && said === null)) return null
  return { pictures: hashes, text: said }
}

/** The number by which a look is searched: of its first picture, else of its text. */
export const searchKey = ({ pictures, text }: Look): bigint => pictures[0] ?? text?.near ?? text!.fold

/** All numbers under which items that look like it may be stored. */
export const searchKeys = (look: Look): bigint[] => {
  const key = searchKey(look)
  return look.pictures.length > 0 ? [key, mirrored(key)] : [key]
}

const sameText = (one: TextLook | null, other: TextLook | null): boolean => {
  if (one === null || other === null) return one === other
  if (one.fold === other.fold) return true
  return one.near !== null && other.near !== null && isNear(one.near, other.near)
}

/** As many pictures, each near its counterpart or all near their counterparts' mirror images, and the same text: both are seen at once. */
export function isAlike(one: Look, other: Look): boolean {
  if (one.pictures.length !== other.pictures.length || !sameText(one.text, other.text)) return false
  const all = (of: (hash: bigint) => bigint) => one.pictures.every((hash, at) => isNear(of(hash), other.pictures[at]!))
  return all((hash) => hash) || all(mirrored)
}

/** The look that a heap stands for: everything in the heap is like it, so that heaps have no chains. */
export type Leader = { heap: string; kind: string; look: Look }

/**
 * Puts items into heaps: each into the nearest one's that it is like, else it begins one. Items are put one after the other, so that two of
 * the same moment find each other.
 *
 * @param found the leaders that may be like each item, nearest first
 */
export function heapsOf<T extends { kind: string; look: Look }>(
  items: readonly T[],
  found: (item: T) => readonly Leader[],
  newHeap: () => string,
): { item: T; heap: string; leads: boolean }[] {
  const begun: Leader[] = []
  return items.map((item) => {
    const leader = [...found(item), ...begun].find(({ kind, look }) => kind === item.kind && isAlike(look, item.look))
    if (leader) return { item, heap: leader.heap, leads: false }
    const heap = newHeap()
    begun.push({ heap, kind: item.kind, look: item.look })
    return { item, heap, leads: true }
  })
}
