import { reportReasonText } from '@greenroom/contract/reportReasons'
import { textLanguage } from '../i18n/index.ts'

/** A report's reason as the reader reads it; what is no known code is shown as the app sent it. */
export const reportReason = (code: string): string => reportReasonText(code, textLanguage())
