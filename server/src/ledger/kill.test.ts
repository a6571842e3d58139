// The short form of `node bench/ledger-kill.ts`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { killRounds } from './kill.fixture.ts'

it('keeps what it acknowledged, once, when poster and database are killed under load', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-kill-'))
  chmodSync(dataDir, 0o755)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const rounds = await killRounds(dataDir, 2, () => 1_500)
  for (const round of rounds) expect(round).toMatchObject({ lost: [], differing: [], twice: 0, findings: 0 })
  expect(rounds.at(-1)!.acknowledged).toBeGreaterThan(0)
}, 120_000)
