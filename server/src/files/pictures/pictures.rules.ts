// Which pictures are accepted: their type by the first bytes, and their size.

import type { fileUpload } from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import type { MenuKey } from '@greenroom/contract/screens'

export type Purpose = Parsed<typeof fileUpload>['purpose']
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif'

export type PurposeRules = {
  /** The menus of which the uploader needs one read-write; none if any signed-in user may upload. */
  menu: MenuKey | readonly MenuKey[] | null
  /** Also for accounts of guilds and agents that have the menu. */
  outside?: true
  /** Whether a larger picture is refused or scaled down. */
  tooLarge: 'refuse' | 'shrink'
  /** Maximum width and height; by default those of spec section 5. */
  longestSide?: number
}

export const purposes: Record<Purpose, PurposeRules> = {
  giftPicture: { menu: 'official.gift', tooLarge: 'refuse' },
  avatar: { menu: null, tooLarge: 'shrink' },
  banner: { menu: 'official.banner', tooLarge: 'shrink', longestSide: 1_600 },
  activity: { menu: 'official.activity', tooLarge: 'shrink', longestSide: 1_600 },
  message: { menu: 'official.message', tooLarge: 'shrink', longestSide: 1_600 },
  // Parsed, not encoded again (`pictures.animation.ts`).
  giftAnimation: { menu: 'official.gift', tooLarge: 'refuse' },
  landing: { menu: 'promotion.landing', tooLarge: 'shrink', longestSide: 1_600 },
  // A receipt must stay readable.
  purchaseProof: { menu: 'topup-agents.buy', outside: true, tooLarge: 'shrink', longestSide: 2_000 },
  disputeProof: { menu: 'guilds.settleAccounts', outside: true, tooLarge: 'shrink', longestSide: 2_000 },
  paymentProof: { menu: 'guilds.withdrawalManage', tooLarge: 'shrink', longestSide: 2_000 },
}

/** Maximum width and height (spec section 5). */
export const longestSide = limits.imagePixels

/** Maximum decoded pixels of all frames: a small file may hold a picture that fills the memory. */
export const mostPixels = 40_000_000

export const extensions: Record<PictureFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' }

export const mimeOf = (format: PictureFormat): string => `image/${format}`

const begins = (bytes: Buffer, at: number, text: string) =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** A file's type by content, ignoring its name; null if it is none of the four. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  if (begins(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (begins(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a')) return 'gif'
  if (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP')) return 'webp'
  return null
}
