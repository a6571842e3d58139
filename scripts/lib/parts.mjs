// The parts of `npm test`, in order. Each returns how many tests passed, failed and were skipped.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { newRanFolder, unrunPlaces } from './coverage.mjs'
import { browserFailures, vitestFailures } from './failures.mjs'
import { findNode } from './node.mjs'
import { at } from './paths.mjs'
import { runKept, runShown } from './run.mjs'

/** Buffered output is coloured only for a terminal. */
const colour = process.stdout.isTTY

const program = (...parts) => at('node_modules', ...parts)

/** Checks with a single verdict; they run in parallel with the first suite and print their output when done. */
export const checks = {
  format: (more) =>
    check(program('@biomejs', 'biome', 'bin', 'biome'), [
      'ci',
      '--error-on-warnings',
      `--colors=${colour ? 'force' : 'off'}`,
      ...more,
    ]),
  lint: (more) => check(program('oxlint', 'bin', 'oxlint'), ['--type-aware', '--deny-warnings', ...more]),
  // Each checker works out the shared types again: on two cores, one for each of two projects costs 59 CPU seconds, the default of four 152.
  types: (more) => check(program('typescript', 'bin', 'tsc'), ['-b', '--checkers', '1', '--builders', '2', ...more]),
  web: () => web(),
}

/** Parts that run one after the other, with live output. */
export const suites = {
  vitest: (more, env) => (more.length === 0 ? everyVitest() : vitest(more, env)),
  browser: (more) => browser(more),
}

async function check(script, args) {
  const { code, output } = await runKept(findNode(), [script, ...args], {
    env: colour ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' },
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
  })
  return { ...verdict(code === 0), output }
}

async function vitest(more, env = {}) {
  const report = reportFile('vitest')
  const args = ['run', '--allowOnly=false', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runShown(findNode(), [program('vitest', 'vitest.mjs'), ...args, ...more], { env })
  return counted(code, read(report), (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests,
    skipped: found.numPendingTests + found.numTodoTests,
    failures: vitestFailures(found),
  }))
}

/**
 * All of them. Each place that holds SQL and that none of them ran counts as a failed test, and so does each reason to refuse that none of them
 * was answered with; where tests failed, that may be why. What was found is printed when the part ends, and again in the summary.
 */
async function everyVitest() {
  const { folder, env } = newRanFolder()
  const unanswered = reportFile('unanswered')
  const found = await vitest([], { ...env, UNANSWERED_FILE: unanswered })
  const { lines } = await unrunPlaces(folder)
  const failures = [
    ...lines.map((name) => ({ name, message: 'holds SQL and was run by no test of the server' })),
    ...(read(unanswered) ?? []).map((name) => ({
      name,
      message: 'is a reason to refuse that no test is answered with',
    })),
  ]
  if (failures.length === 0) return found
  const output = failures.map(({ name, message }) => `✗ ${name} ${message}`).join('\n')
  return {
    ...found,
    failed: found.failed + failures.length,
    failures: [...(found.failures ?? []), ...failures],
    output,
  }
}

async function web() {
  const failure = await ensureBuilt()
  return { ...verdict(failure === undefined), output: failure ?? '' }
}

async function browser(more) {
  if (!existsSync(at('e2e', 'playwright.config.ts'))) {
    return { ...verdict(false), output: 'e2e/playwright.config.ts is missing, so no browser test ran.' }
  }
  const report = reportFile('browser')
  const env = {
    CHROMIUM_PATH: await ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Node runs TypeScript itself: Playwright's own translation takes 8 s on a fresh clone.
    PW_DISABLE_TS_ESM: '1',
    // Without a locale, Chromium calls a file with another name than ASCII *download*.
    LC_ALL: 'C.UTF-8',
  }
  const args = ['test', '--config', at('e2e'), '--reporter=list,json', '--forbid-only', ...more]
  const code = await runShown(findNode(), [program('@playwright', 'test', 'cli.js'), ...args], { env })
  return counted(code, read(report), (found) => ({
    passed: found.stats.expected + found.stats.flaky,
    failed: found.stats.unexpected,
    skipped: found.stats.skipped,
    failures: browserFailures(found),
  }))
}

/** A runner that fails without a failed test, or that ran none, counts as one failure: a broken run is never green. */
function counted(code, report, count) {
  const { passed, failed, skipped, failures } = report ? count(report) : { passed: 0, failed: 0, skipped: 0 }
  const isBroken = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isBroken ? 1 : failed, skipped, failures }
}

const verdict = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })

function reportFile(name) {
  const file = at('.cache', 'test', `${name}.json`)
  mkdirSync(at('.cache', 'test'), { recursive: true })
  rmSync(file, { force: true })
  return file
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
