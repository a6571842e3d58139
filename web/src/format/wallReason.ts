import { wallReasonText } from '@greenroom/contract/wallReasons'
import { textLanguage } from '../i18n/index.ts'

/** The reason of a warning, an end or a ban in the reader's language; anybody's own words unchanged. */
export const wallReason = (reason: string): string => wallReasonText(reason, textLanguage())
