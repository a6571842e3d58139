// Browser tests: real Chromium against the real server process. `npm test` builds the web first; by hand:
// npm test -- --only=web,browser, and one file with npm test -- --only=browser tests/login.spec.ts
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

const withApp = '**/*.app.spec.ts'
/** Those that share a server and an app: `sharedAppTest`. */
const withSharedApp = ['days', 'monitor', 'official', 'promotion'].map((file) => `**/${file}.app.spec.ts`)
/** Every screen once: the longest tests. */
const walk = '**/screens.spec.ts'

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A context's pages share a process, with its compiled code, instead of starting one each.
  '--process-per-site',
]

export default defineConfig({
  testDir: 'tests',
  outputDir: '../.cache/e2e',
  globalSetup: './harness/cluster.ts',
  // One product server each. Two workers leave a tenth of two cores idle while they wait; the third takes 47 s off 496.
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  projects: [
    // One worker runs these files in a row. A file in between that needs another server would make it start theirs again.
    { name: 'sharedApp', testMatch: withSharedApp, fullyParallel: false, workers: 1 },
    // Each of these files starts a server and an app of its own: in one worker, so that it starts them once, and before
    // the short tests below, which fill all workers to the end.
    { name: 'app', testMatch: withApp, testIgnore: withSharedApp, fullyParallel: false },
    // On servers of their own: what is in a list, and so what can be opened, is not what other tests happened to leave.
    // Their pages live through a room: optimised, they and axe take a tenth less.
    { name: 'screens', testMatch: walk, fullyParallel: true, use: { launchOptions: { executablePath, args } } },
    { name: 'staff', testMatch: '**/*.spec.ts', testIgnore: [withApp, walk], fullyParallel: true },
  ],
  // A test that passes on retry shows a defect in the product or the test.
  retries: 0,
  // Ends a test that hangs; far above what any takes, so that a slow machine fails none.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // Wide enough for every list's columns; smaller screens have their own tests.
    viewport: { width: 1920, height: 1000 },
    locale: 'en-US',
    // Not the platform's zone, so that a time shown in the wrong one is noticed.
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Without a graphics card each frame of an animation is drawn by the CPU.
    contextOptions: { reducedMotion: 'reduce' },
    // No page lives long enough to pay for optimising its code in the background.
    launchOptions: { executablePath, args: [...args, '--js-flags=--no-opt --no-maglev'] },
  },
})
