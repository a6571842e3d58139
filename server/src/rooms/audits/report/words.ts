// Texts of report codes in both languages, for files.
import type { reportActions } from '@greenroom/contract/words'
import type { Language } from '../../../kit/context.ts'

export type Names = Readonly<Record<Language, string>>

/** What was done about a report. */
export const actionNames: Readonly<Record<(typeof reportActions)[number], Names>> = {
  nothing: { en: 'No action', cn: '不处理' },
  warn: { en: 'Warned', cn: '警告' },
  'ban ID': { en: 'ID banned', cn: '封禁 ID' },
  'ban device': { en: 'Device banned', cn: '封禁设备' },
  'ban both': { en: 'ID and device banned', cn: '封禁 ID 和设备' },
  forbid: { en: 'Broadcasting banned', cn: '禁播' },
}
