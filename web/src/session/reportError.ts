// Tells the server of an error of this page. Fetched with the first error only, and imports nothing, so that it is in the browser's cache
// although a newer build has replaced the rest. Nothing that was typed leaves the page: what stands in its fields is taken out of the text.
import type { Payload } from '@greenroom/contract/call'
import type { frontErrorReport } from '@greenroom/contract/systemErrors'

type Kind = Payload<typeof frontErrorReport>['kind']
/** That of the declaration; a test compares them. */
export const reportAddress = '/cms/sys/error/report'
/** Of one page; what comes after them would be the same fault over and over. */
const most = 10
const shortest = 3

const reported = new Set<string>()

/** What stands in the fields of the page. */
function typed(): string[] {
  const fields = [...document.getElementsByTagName('input'), ...document.getElementsByTagName('textarea')]
  return fields.map(({ value }) => value.trim()).filter((value) => value.length >= shortest)
}

/** A text without these values, the longest first. */
export const without = (text: string, values: readonly string[]): string =>
  values.toSorted((a, b) => b.length - a.length).reduce((left, value) => left.replaceAll(value, '…'), text)

/** The first two parts of an address name the screen; what follows are ids and names. */
export const screenOf = (path: string): string => `/${path.split('/').slice(1, 3).join('/')}`

/** The build: the name of its entry file. */
const releaseOf = (): string =>
  [...document.scripts]
    .find(({ type, src }) => type === 'module' && src !== '')
    ?.src.replace(/^.*\//, '')
    .replace(/\.js$/, '') ?? ''

/** What is said of something thrown: a refusal by its code, never by its text. */
function saidOf(thrown: unknown): { message: string; stack: string } | undefined {
  if (!(thrown instanceof Error)) return { message: `Thrown: ${typeof thrown}`, stack: '' }
  if (thrown.name === 'AbortError' || thrown.name === 'Unreachable') return undefined
  const { code } = thrown as { code?: unknown }
  const message = typeof code === 'number' ? `${thrown.name} ${code}` : `${thrown.name}: ${thrown.message}`
  // The first line of a stack repeats the message.
  return { message, stack: (thrown.stack ?? '').split('\n').slice(1).join('\n') }
}

/** Reports it once. */
export function reportError(kind: Kind, thrown: unknown): void {
  const said = saidOf(thrown)
  if (said === undefined || reported.size >= most) return
  const values = typed()
  const report = {
    release: releaseOf().slice(0, 60),
    screen: screenOf(location.pathname).slice(0, 80),
    kind,
    message: without(said.message, values).slice(0, 300),
    stack: without(said.stack, values).slice(0, 4_000),
  }
  const key = `${report.screen} ${report.message}`
  if (reported.has(key)) return
  reported.add(key)
  // Whether it arrives is nobody's concern here.
  void fetch(reportAddress, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined)
}
