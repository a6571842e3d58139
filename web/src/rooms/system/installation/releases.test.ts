import chinese from '@greenroom/contract/texts/cn/installation.json' with { type: 'json' }
import english from '@greenroom/contract/texts/en/installation.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { readReleases, releasesOf } from './releases.ts'

test('the notes of each release, what an operator has to do first; what is not released yet is left out', () => {
  const changelog = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Later.\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A
  thing of \`two_lines\`, on _Home_ ([how](docs/how.md)).\n\n### On update\n\n- Do this.\n\n## [0.1.0] - 2026-11-30\n\n### Added\n\n- All.\n`
  expect(releasesOf(changelog, 'On update')).toEqual([
    { version: '0.2.0', day: '2026-12-01', notes: ['Do this.', 'A thing of two_lines, on Home (how).'] },
    { version: '0.1.0', day: '2026-11-30', notes: ['All.'] },
  ])
})

test.each([
  { language: 'en', first: english.state.onUpdate },
  { language: 'cn', first: chinese.state.onUpdate },
] as const)('those of this release are known in $language, what to do first', async ({ language, first }) => {
  const releases = await readReleases(language, first)
  expect(releases.at(-1)?.notes[0]).toContain('DATA_DIR')
  expect(releases.map(({ version }) => version)).toContain('0.1.0')
  expect(releases.every(({ notes, day }) => notes.length > 0 && /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true)
})
