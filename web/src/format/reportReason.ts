import { reportReasonText } from '@greenroom/contract/reportReasons'
import { textLanguage } from '../i18n/index.ts'

/** A report reason's text; unknown codes are shown unchanged. */
export const reportReason = (code: string): string => reportReasonText(code, textLanguage())
