import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { folderVariable, reportPlaces } from './server/test/ran/recorder.ts'
import { ServerLast } from './vitest.sequencer.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// Properties draw the same cases on every run: see the file.
const setupFiles = [fileOf('vitest.seeds.ts')]
// `expect.poll` gives up after a second by default, which is little on a busy machine.
const patient = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } }

// Anyone who asks which places with SQL the server's tests run: `npm test`, and `npm run coverage`.
const ran = process.env[folderVariable]

// These wait for nothing, and loading React, Mantine and the contract is half of what they cost: one worker loads them once. The checks, which
// run at the same time, take the other core.
const alone = { ...patient, setupFiles, maxWorkers: 1, sequence: { groupOrder: 0 } }
const together = { sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    // Files share a worker's modules, which halves the processor time: each file restores its mocks, and has its own database.
    isolate: false,
    // Kills, streams and PostgreSQL wait a fifth of the time: on two cores, three workers keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Young objects of a worker's many files are collected half as often.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: ServerLast },
    projects: [
      { test: { ...alone, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        plugins: ran ? [reportPlaces(ran)] : [],
        test: {
          ...patient,
          ...together,
          setupFiles: [
            ...setupFiles,
            fileOf('server/test/databases.setup.ts'),
            ...(ran ? [fileOf('server/test/ran/ran.setup.ts')] : []),
          ],
          name: 'server',
          root: 'server',
          // What the simulated village's people do is done by the server's calls, in its process.
          include: ['**/*.test.ts', '../simulator/village/*.test.ts'],
          globalSetup: ['test/cluster.ts'],
          pool: 'forks',
        },
      },
      {
        test: {
          ...patient,
          ...together,
          setupFiles,
          name: 'bridge-client',
          root: 'bridge-client',
          include: ['src/**/*.test.ts'],
        },
      },
      { test: { ...alone, name: 'simulator', root: 'simulator', include: ['src/**/*.test.ts'] } },
      // Component tests (`*.dom.test.*`) name their environment themselves.
      {
        test: {
          ...alone,
          name: 'web',
          root: 'web',
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          environment: 'node',
        },
      },
    ],
  },
})
