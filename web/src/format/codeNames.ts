// Names of codes that come from the app, which may be new, and of reasons, which may be anybody's own words: what has no name stays as it is.
import { wallReasonNumber } from '@greenroom/contract/wallReasons'
import i18next from 'i18next'
import { label } from '../ui/labels.ts'

const named = (key: string, code: string): string => (i18next.exists(key) ? label(key) : code)

/** A report's reason, such as `scam`. */
export const reportReason = (code: string): string => named(`moderation:options.reportReason.${code}`, code)

/** The reason of a warning, an end or a ban, which is stored in English. */
export function wallReason(reason: string): string {
  const number = wallReasonNumber(reason)
  return number === undefined ? reason : named(`moderation:options.wallReason.${number}`, reason)
}

/** What the machine saw, such as `nudity`. */
export const machineLabel = (code: string): string => named(`moderation:options.label.${code}`, code)

/** A user's VIP level, such as `gold`; empty for none. */
export const vipName = (code: string): string => named(`list:vip.${code}`, code)

/** A device's system, such as `android`. */
export const platformName = (code: string): string => named(`list:platform.${code}`, code)
