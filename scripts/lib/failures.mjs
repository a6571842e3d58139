// Which tests failed, read from the reports of the two runners: told once more at the very end, since a log that is
// kept only in part keeps its end.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { at } from './paths.mjs'

/** Of a message, enough to know the cause: its first lines, without colours and the runners' own frames. */
const FIRST_LINES = 12

/** Of vitest's report: `[{ name, message }]`; a file that could not even be loaded counts as a test. */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [failure(file, '', message)] : []
    return failed.map((test) => failure(file, test.fullName, test.failureMessages.join('\n')))
  })
}

/** Of Playwright's report: `[{ name, message }]` of what failed, and of what passed only when tried again. */
export function browserFailures({ suites }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  return suites
    .flatMap(specs)
    .flatMap(({ file, line, title, tests }) => tests.map((test) => ({ file, line, title, ...test })))
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ file, line, title, status, results }) =>
      failure(
        at('e2e', 'tests', file),
        `${status === 'flaky' ? '(passed when tried again) ' : ''}${title} :${line}`,
        results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      ),
    )
}

function failure(file, title, message = '') {
  const ours = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
  return { name: `${relative(at(), file)} › ${title}`, message: ours.slice(0, FIRST_LINES).join('\n') }
}
