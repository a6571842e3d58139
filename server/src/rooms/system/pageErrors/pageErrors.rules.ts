// What is kept of an error of the front end, and what may be done with it. Pure.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { frontErrorList, frontErrorReport } from '@greenroom/contract/systemErrors'
import { withoutContacts } from '../../../kit/contacts.ts'
import type { PageErrorRow } from './pageErrors.queries.ts'

type Reported = Parsed<typeof frontErrorReport>
type Shown = RecordOf<typeof frontErrorList>

/** Rows kept, and days since the last report. A flood of reports replaces the oldest rows and cannot fill the disk. */
export const mostKept = 1_000
export const keptDays = 30
/** Of one network. A page reports at most ten. */
export const reportsPerMinute = 30

const control = /[^\P{Cc}\n]/gu
/** Values in an address, and what stands between quotation marks unless it is a name in the code. */
const query = /([?&#][^\s=&]*=?)[^\s)"']*/gu
const quoted = /(["'`])(?![A-Za-z_$][\w$.]{0,40}\1)(?:(?!\1)[^\n]){1,300}\1/gu
const digits = /\d{5,}/gu

/** A text of an error without what somebody may have typed. */
export const cleaned = (text: string): string =>
  withoutContacts(text.replace(control, ' ').replace(query, '$1…').replace(quoted, '$1…$1')).replace(digits, '…')

/** The first two parts of an address, if they are names. */
export const screenOf = (text: string): string => /^(\/[A-Za-z]\w{0,39}){1,2}$/.exec(text)?.[0] ?? '/'

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
/** Name and major version: `Chrome 156`. */
export function browserOf(userAgent: string): string {
  for (const name of browsers) {
    const version = new RegExp(`\\b${name}/(\\d{1,4})`).exec(userAgent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return ''
}

export const keptOf = (reported: Reported, userAgent: string) => ({
  release: /^[\w.-]{1,60}$/.exec(reported.release)?.[0] ?? '',
  screen: screenOf(reported.screen),
  kind: reported.kind,
  message: cleaned(reported.message),
  stack: cleaned(reported.stack),
  browser: browserOf(userAgent),
})

export const whyNotKnow = ({ state }: Pick<PageErrorRow, 'state'>): 'known' | null => (state === 'new' ? null : 'known')

export const shown = (row: PageErrorRow, mayWrite: boolean): Shown => ({
  id: row.id,
  release: row.release,
  screen: row.screen,
  kind: row.kind as Shown['kind'],
  state: row.state as Shown['state'],
  message: row.message,
  stack: row.stack,
  browser: row.browser,
  times: row.times,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  knownBy: row.known_by,
  can: { know: mayWrite ? (whyNotKnow(row) ?? true) : 'readOnly' },
})
