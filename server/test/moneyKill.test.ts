// The short form of `node bench/money-kill.ts`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { moneyKills } from './moneyKill.ts'

it('money is consistent after server and database were killed under load', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-money-kill-'))
  chmodSync(dataDir, 0o755)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const rounds = await moneyKills(dataDir, { rounds: 2, acknowledged: () => 40 })
  for (const round of rounds) expect(round).toMatchObject({ lost: [], findings: [], differing: [] })
  expect(rounds.at(-1)!.acknowledged).toBeGreaterThan(0)
  expect(rounds.at(-1)!.settlements).toBeGreaterThan(0)
}, 120_000)
