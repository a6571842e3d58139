// Names of codes that come from the app, which may be new: one that has no name stays as it is.

import { machineLabelText } from '@greenroom/contract/machineLabels'
import { reportReasonText } from '@greenroom/contract/reportReasons'
import { wallReasonText } from '@greenroom/contract/wallReasons'
import i18next from 'i18next'
import { textLanguage } from '../i18n/index.ts'
import { label } from '../ui/labels.ts'

/** A report reason's text; unknown codes are shown unchanged. */
export const reportReason = (code: string): string => reportReasonText(code, textLanguage())

/** The reason of a warning, an end or a ban in the reader's language; anybody's own words unchanged. */
export const wallReason = (reason: string): string => wallReasonText(reason, textLanguage())

/** A machine label's text; unknown ones are shown unchanged. */
export const machineLabel = (label: string): string => machineLabelText(label, textLanguage())

const named = (key: string, code: string): string => (i18next.exists(key) ? label(key) : code)

/** A user's VIP level, such as `gold`; empty for none. */
export const vipName = (code: string): string => named(`list:vip.${code}`, code)

/** A device's system, such as `android`. */
export const platformName = (code: string): string => named(`list:platform.${code}`, code)
