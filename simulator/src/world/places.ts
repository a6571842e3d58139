// Countries of users: their share, languages, active hours, and how names sound.
import type { Culture } from './names.ts'

export type Place = { country: string; weight: number; language: string; code: string; hours: number; culture: Culture }

const place = (
  country: string,
  weight: number,
  language: string,
  code: string,
  hours: number,
  culture: Culture,
): Place => ({ country, weight, language, code, hours, culture })

export const places: readonly Place[] = [
  place('IN', 14, 'hi', '91', 5.5, 'indian'),
  place('ID', 10, 'id', '62', 7, 'indonesian'),
  place('PH', 9, 'en', '63', 8, 'latin'),
  place('BR', 9, 'pt', '55', -3, 'latin'),
  place('TR', 7, 'tr', '90', 3, 'turkish'),
  place('SA', 6, 'ar', '966', 3, 'arabic'),
  place('AE', 4, 'ar', '971', 4, 'arabic'),
  place('EG', 5, 'ar', '20', 2, 'arabic'),
  place('US', 6, 'en', '1', -5, 'english'),
  place('MX', 5, 'es', '52', -6, 'latin'),
  place('CO', 4, 'es', '57', -5, 'latin'),
  place('VN', 5, 'vi', '84', 7, 'vietnamese'),
  place('TH', 4, 'th', '66', 7, 'thai'),
  place('CN', 4, 'zh', '86', 8, 'chinese'),
  place('TW', 2, 'zh', '886', 8, 'chinese'),
  place('MY', 3, 'ms', '60', 8, 'chinese'),
  place('JP', 2, 'ja', '81', 9, 'japanese'),
  place('KR', 2, 'ko', '82', 9, 'korean'),
  place('RU', 3, 'ru', '7', 3, 'russian'),
  place('UA', 2, 'uk', '380', 2, 'russian'),
  place('DE', 2, 'de', '49', 1, 'english'),
  place('FR', 2, 'fr', '33', 1, 'english'),
  place('GB', 2, 'en', '44', 0, 'english'),
  place('NG', 2, 'en', '234', 1, 'english'),
]

const total = places.reduce((sum, { weight }) => sum + weight, 0)

/** The place at a share (0 to 1) of all users. */
export function placeAt(at: number): Place {
  let left = at * total
  for (const candidate of places) {
    left -= candidate.weight
    if (left < 0) return candidate
  }
  return places[0]!
}

/** Activity in each local hour of the day, 0 to 1. */
const rhythm = [
  0.55, 0.38, 0.22, 0.12, 0.08, 0.08, 0.12, 0.2, 0.28, 0.32, 0.36, 0.42, 0.5, 0.46, 0.4, 0.4, 0.44, 0.52, 0.64, 0.78,
  0.92, 1, 0.95, 0.78,
]

export const livelinessOf = (at: number, hours: number): number => {
  const hour = (((at / 3_600_000 + hours) % 24) + 24) % 24
  return rhythm[Math.floor(hour)]!
}
