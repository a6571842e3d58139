// Bugs put in by hand, one at a time, in a work tree of its own: the simulation above the ledger must find each.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNode } from './node.mjs'
import { at, root } from './paths.mjs'
import { print } from './print.mjs'
import { runKept } from './run.mjs'

const rooms = 'server/src/rooms'

/** Those of `server/test/simulation/simulation.test.ts`; a run without one of them gives no answer. */
const seeds = [4, 12]

/** What is wrong, the file, and the text that is replaced; it occurs there once. */
export const mutants = [
  [
    'the maker of a request may approve it',
    'server/src/access/approvals/approvals.rules.ts',
    "if (own) return 'yourself'",
    "if (own && verb === 'refuse') return 'yourself'",
  ],
  [
    'what an account did alone before does not count',
    'server/src/access/approvals/alone.ts',
    'if (before + whole > most) return false',
    'if (whole > most) return false',
  ],
  [
    'a correction forgets what earlier corrections paid',
    `${rooms}/guilds/weeks/weekSum.corrections.ts`,
    'for (const line of settled) if (own(line)) add(line, -1n)',
    "for (const line of settled) if (own(line) && line.kind !== 'correction') add(line, -1n)",
  ],
  [
    'promotional tokens of somebody erased stay',
    `${rooms}/privacy/erase/erase.money.ts`,
    'if (left! > 0n) legs.push(...move(ofPromo, tokens, left!))',
    '',
  ],
  [
    'a payout ends again with each result',
    `${rooms}/finance/payouts/payouts.result.ts`,
    "if (isRefused(next)) return notDone(id, next.code, because('payout.ended', { state: row.state }))",
    '',
  ],
  [
    'a withdrawal in a batch is released',
    `${rooms}/finance/withdrawals/withdrawals.states.ts`,
    "if (facts.routed && verb !== 'pass' && verb !== 'refuse') return 'routed'",
    '',
  ],
  [
    'a chargeback of a refunded order moves the money again',
    `${rooms}/finance/recharges/recharges.rules.ts`,
    'const counts = standing === null && !isOut',
    'const counts = (standing === null || standing.kind !== of.kind) && !isOut',
  ],
  [
    'an event with an id that was taken counts again',
    'server/src/bridge/received.ts',
    'from bridge.event where id = any(${ids}::uuid[])`',
    'from bridge.event where id = any(${ids}::uuid[]) and refused is not null`',
  ],
  [
    'a salary deduction is reversed though its tokens are sold',
    `${rooms}/topup-agents/trades/trades.ledger.ts`,
    'if (complete && balances.available(own) < bought.tokens) return 60001',
    '',
  ],
  [
    "a sub-agency's override is the parent's whole rate",
    `${rooms}/guilds/plans/commission.rules.ts`,
    'const difference = rateAbove(rate, subRate(plan, sub))',
    'const difference = rate',
  ],
  [
    'a valid day needs half an hour more than it says',
    `${rooms}/guilds/weeks/weekSum.inputs.ts`,
    '(live_seconds >= ${liveMinutes * 60}',
    '(live_seconds >= ${liveMinutes * 90}',
  ],
  [
    'a role gains a right that counts without a second account',
    `${rooms}/system/role/role.requests.ts`,
    '(added.length > 0 || weaker) &&',
    'weaker &&',
  ],
  [
    'a device gets a benefit again',
    `${rooms}/promotion/benefits/benefitGrants.queries.ts`,
    'and not exists (select from promotion.benefit_grant g where g.device_key = promotion.device_key(u.device_id))',
    '',
  ],
  [
    'who registered before a benefit was approved gets it',
    `${rooms}/promotion/benefits/benefitGrants.queries.ts`,
    "on b.state = 'approved' and u.registered_at >= greatest(b.from_at, b.approved_at)",
    "on b.state = 'approved' and u.registered_at >= b.from_at",
  ],
  [
    'a week is approved before an earlier one',
    `${rooms}/guilds/settlement/settlement.approve.ts`,
    'const week = one.open_before.find((earlier) => !approving.has(`${one.guild_id} ${earlier}`))',
    'const week = undefined as string | undefined',
  ],
  [
    'a correction of a promoter’s month forgets what earlier ones paid',
    `${rooms}/promotion/promoters/promoterSettle.refresh.ts`,
    'sum(now_cents - own_cents - correction_cents)::bigint as missing',
    'sum(now_cents - own_cents)::bigint as missing',
  ],
  [
    'a won chargeback stays a refund for the promoter',
    `${rooms}/promotion/days/channelDays.queries.ts`,
    ' and r.transfer_id is not null and r.reversed_at is null',
    ' and r.transfer_id is not null',
  ],
]

/** What a run found; that it found nothing; or why it says neither, as when the machine was too slow for it. */
function endOf(code, output) {
  if (code === 0 && /(?<!\d)1 passed/.test(output)) return 'NOT FOUND'
  const [found] = /seed \d+, step \d+ of \d+: [^\n]*/.exec(output) ?? []
  const [fault] = /[^\n]*(?:Error|timed out)[^\n]*/.exec(output) ?? []
  return found ?? `NO ANSWER: ${(fault ?? output.slice(-200)).trim()}`
}

/** Runs the seeds of `npm test` one by one until one finds something. */
async function answerIn(tree) {
  const vitest = at('node_modules', 'vitest', 'vitest.mjs')
  let shown = 'NOT FOUND'
  for (const seed of seeds) {
    const args = [vitest, 'run', '--project', 'server', 'server/test/simulation', '-t', `seed ${seed}$`]
    const { code, output } = await runKept(findNode(), args, { cwd: tree })
    const said = endOf(code, output)
    if (said.startsWith('seed ')) return said
    if (said !== 'NOT FOUND') shown = said
  }
  return shown
}

/** Runs them one after the other. @returns how many were found */
export async function runMutants(chosen = mutants) {
  for (const [, file, from] of chosen)
    if (readFileSync(at(file), 'utf8').split(from).length !== 2)
      throw new Error(`${file} does not have this text once: ${from}`)
  const tree = join(tmpdir(), `greenroom-mutants-${process.pid}`)
  const git = (...args) => runKept('git', ['-C', root, ...args])
  await git('worktree', 'add', '--detach', tree, 'HEAD')
  for (const folder of ['', 'server', 'contract', 'bridge-client', 'simulator', 'web'])
    try {
      symlinkSync(at(folder, 'node_modules'), join(tree, folder, 'node_modules'))
    } catch {
      // Not every workspace has its own.
    }
  let found = 0
  try {
    for (const [what, file, from, to] of chosen) {
      const path = join(tree, file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        text.replace(from, () => to),
      )
      const shown = await answerIn(tree)
      writeFileSync(path, text)
      if (shown.startsWith('seed ')) found++
      print(`${what}: ${shown.slice(0, 200)}`)
    }
  } finally {
    await git('worktree', 'remove', '--force', tree)
    rmSync(tree, { recursive: true, force: true })
  }
  print(`${found} of ${chosen.length} found`)
  return found
}
