// Kills a server under a mixed load of all money paths (recharges, gifts, refunds, chargebacks, weeks approved and paid, withdrawals
// by file and on a chain, agents' purchases, sales, returns and deductions, USDT deposits) and its database, repeatedly, while the
// chain (anvil) goes on; after each kill nothing acknowledged may be lost; after each fifth and the last, the ledger must verify in full,
// and the reconciliation and the chain must agree with it. `node bench/money-kill.ts [--rounds=50] [--every=5] [--most=400]`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { moneyKills } from '../server/test/moneyKill.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    every: { type: 'string', default: '5' },
    most: { type: 'string', default: '400' },
  },
})
const least = 50
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-money-kill-'))
chmodSync(dataDir, 0o755)
const started = performance.now()
try {
  const rounds = await moneyKills(dataDir, {
    rounds: Number(values.rounds),
    every: Number(values.every),
    acknowledged: () => least + Math.random() * (Number(values.most) - least),
    report: ({ lost, findings, differing, ...figures }) =>
      console.log(
        JSON.stringify({
          ...figures,
          lost: lost.length,
          findings: findings.slice(0, 3),
          differing: differing.slice(0, 3),
        }),
      ),
  })
  console.log(`${rounds.length} kills in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  const wrong = rounds.filter((round) => round.lost.length + round.findings.length + round.differing.length > 0)
  console.log(wrong.length === 0 ? 'Nothing lost, everything agrees.' : `${wrong.length} rounds went wrong.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
