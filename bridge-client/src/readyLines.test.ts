// The lines that /setup shows: each language that is on this machine sends the event with them, word for word.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventLine } from '@greenroom/contract/bridge.schema'
import { eventData } from '@greenroom/contract/bridgeEvents.schema'
import {
  firstEvent,
  type ReadyLanguage,
  readyFiles,
  readyLanguages,
  readyLibrary,
  readyLines,
  readyReceiver,
} from '@greenroom/contract/readyLines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallGreenroom, secret, smallGreenroom } from './greenroom.fixture.ts'
import { newEventId } from './ids.ts'
import { examplesFolder, languages } from './languages.fixture.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs: Readonly<Record<ReadyLanguage, string>> = {
  curl: 'openssl',
  node: 'node',
  python: 'python3',
  java: 'java',
  php: 'php',
}
const isHere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

let greenroom: SmallGreenroom
beforeAll(async () => {
  greenroom = await smallGreenroom()
})
afterAll(() => greenroom.close())

test('the first event is one that Greenroom takes', () => {
  const now = new Date()
  const event = firstEvent(newEventId(now), now)
  expect(eventLine.safeParse(event)).toMatchObject({ success: true })
  expect(eventData['user.registered'].safeParse(event.data)).toMatchObject({ success: true })
})

test('every file that the lines need is an example, with the verbs that they use', () => {
  for (const language of readyLanguages) {
    const file = readyFiles[language]
    expect([language, file === null || existsSync(join(examplesFolder, file))]).toEqual([language, true])
  }
  const withReceiver = readyLanguages.filter((language) => readyReceiver[language] !== null)
  expect(languages.map(({ name }) => name)).toEqual(expect.arrayContaining(withReceiver))
})

test('where the library comes from is said as in its README', () => {
  const readme = readFileSync(join(examplesFolder, '../README.md'), 'utf8')
  const commands = readyLibrary.node!.filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' && '))
  expect(commands.filter((command) => command !== 'npm ci' && !readme.includes(command))).toEqual([])
  for (const language of readyLanguages)
    expect([language, readyLibrary[language] === null]).toEqual([language, readyFiles[language] !== null])
})

test.each(readyLanguages.filter((language) => isHere(programs[language])))('%s sends it', async (language) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-ready-'))
  const file = readyFiles[language]
  if (file === null) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else copyFileSync(join(examplesFolder, file), join(folder, basename(file)))
  greenroom.came.length = 0
  const now = new Date()
  const event = firstEvent(newEventId(now), now)
  const lines = readyLines(language, { url: greenroom.url, secret, event })
  const child = spawn('sh', ['-e', '-c', lines], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LANG: 'C.UTF-8',
      JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(`${String(code)} ${errors}`).toMatch(/^0 /)
  const { type, data } = event
  expect(greenroom.came).toMatchObject([{ signed: true, path: '/app/v1/events', lines: [{ type, data }] }])
  rmSync(folder, { recursive: true })
})
