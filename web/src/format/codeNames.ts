// Names of codes that come from the app, which may be new: one that has no name stays as it is.
import i18next from 'i18next'
import { label } from '../ui/labels.ts'

const named = (key: string, code: string): string => (i18next.exists(key) ? label(key) : code)

/** A user's VIP level, such as `gold`; empty for none. */
export const vipName = (code: string): string => named(`list:vip.${code}`, code)

/** A device's system, such as `android`. */
export const platformName = (code: string): string => named(`list:platform.${code}`, code)
