// Failed tests from both runners' reports, repeated at the very end, because truncated logs keep their end.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { at } from './paths.mjs'

/** The start of a message, enough to see the cause, without colours and the runner's own stack frames. */
const FIRST_LINES = 12

/** From vitest's report: `[{ name, message }]`; a file that could not be loaded counts as a test. */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [failure(file, '', message)] : []
    return failed.map((test) => failure(file, test.fullName, test.failureMessages.join('\n')))
  })
}

/** From Playwright's report: `[{ name, message }]` of failed tests, and of those that passed only on a retry. */
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
