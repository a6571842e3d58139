// Which reasons (`contract/src/reasons.ts`) the suite was answered. A reason that no test provokes is a rule that no test holds, or one that
// nothing can break: a whole run fails and names it.
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReasonKey, reasons } from '@greenroom/contract/reasons'
import english from '@greenroom/contract/texts/en/reasons.json' with { type: 'json' }
import type { TestProject } from 'vitest/node'

/** Told to the app, as text in the answer to an event or a call: `stops.test.ts` reads them there. */
const toldToApps: ReadonlySet<string> = new Set<ReasonKey>(['stop.client', 'stop.gateway'])

/** Of this worker, since the last file that ended. */
const answered = new Set<string>()
const kept = new Set<string>()

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A reason's English text, with anything for its params. */
const textOf = (en: string) =>
  new RegExp(
    `^${en
      .split(/\{\{\w+\}\}/)
      .map(escaped)
      .join('.*')}$`,
    's',
  )
/** Without those that say nothing but their params. */
const texts = Object.entries(english)
  .filter(([, text]) => /\p{L}{3}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
  .map(([key, text]) => [key, textOf(text)] as const)

/** What an approval failed with is told inside another reason, and what a decision failed with at its moment beside it: as text. */
const inside = /"why":("(?:[^"\\]|\\.)*")/g

/**
 * Notes the reasons in an answer's JSON: of a refusal, of an outcome, or of a row that shows why it was refused. A test below the calls notes
 * what it is answered itself.
 */
export function noteReasons(body: string): void {
  for (const [, key = ''] of body.matchAll(/"(?:reason|fault|stateReason)":"([a-zA-Z.]+)"/g))
    if (Object.hasOwn(reasons, key)) answered.add(key)
  for (const [, quoted = '""'] of body.matchAll(inside)) {
    const why = JSON.parse(quoted) as string
    for (const [key, text] of texts) if (text.test(why)) answered.add(key)
  }
}

/** After each file: adds what was noted to this worker's list. */
export function keepReasons(folder: string): void {
  const fresh = [...answered].filter((key) => !kept.has(key))
  answered.clear()
  if (fresh.length === 0) return
  for (const key of fresh) kept.add(key)
  appendFileSync(join(folder, String(process.pid)), fresh.map((key) => `${key}\n`).join(''))
}

const modulesOf = (project: TestProject) =>
  project.vitest.state.getTestModules().filter((module) => module.project === project)

/** Whether every test of the project ran: a part of it provokes a part of the reasons. */
async function ranWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles()
  return !project.vitest.config.testNamePattern && modulesOf(project).length >= testFiles.length
}

/** A folder for the workers' lists, and what to do after the last test. */
export function openReasons(project: TestProject): { folder: string; close(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-reasons-'))
  return {
    folder,
    /**
     * Tells the reasons that no test was answered with, if the whole project ran: in the file that `npm test` names, which prints them.
     *
     * @throws with them where it names none and every test passed.
     */
    async close() {
      const found = new Set(
        globSync('*', { cwd: folder }).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n')),
      )
      rmSync(folder, { recursive: true, force: true })
      if (!(await ranWhole(project))) return
      const never = Object.keys(reasons).filter((key) => !found.has(key) && !toldToApps.has(key))
      const file = process.env['UNANSWERED_FILE']
      if (file) writeFileSync(file, JSON.stringify(never))
      else if (never.length > 0 && modulesOf(project).every((module) => module.ok()))
        throw new Error(`no test is answered with these reasons: ${never.join(', ')}`)
    },
  }
}
