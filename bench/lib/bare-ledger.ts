// The bare database: one function that writes a gift's rows, with the ledger's tables, keys and indexes, and none of
// its rules. Run by `pgbench`, it is the ledger's baseline.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '../../server/test/server.ts'
import { usedBy } from './processor.ts'

const setUp = (people: number) => `
  create schema bare;
  create table bare.account (like ledger.account including all) with (fillfactor = 70);
  create table bare.transfer (like ledger.transfer including all) partition by range (id);
  create table bare.entry (like ledger.entry including all) partition by range (transfer_id);
  select kit.ensure_months('bare.transfer', (now() - interval '2 months')::date, 5, false);
  select kit.ensure_months('bare.entry', (now() - interval '2 months')::date, 5, false);
  insert into bare.account (owner, purpose, currency, derived, floor, posted, cost_micros)
  select 'user:' || n, p, c, false, 0, 1000000000, 9000000000000 from generate_series(1, ${people}) n, (values ('paid', 'TOKEN'), ('bonus', 'BONUS')) v(p, c) order by n, p desc;

  create function bare.gift(sender int, receiver int, usd boolean) returns void language plpgsql as $$
  declare
    t uuid := uuidv7();
    u uuid := uuidv7();
    s record;
    r record;
    at timestamptz := now();
  begin
    update bare.account set posted = posted - 50, cost_micros = cost_micros - 450000, version = version + 1
     where id = sender * 2 - 1 returning id, posted, reserved, version into s;
    update bare.account set posted = posted + 20, version = version + 1
     where id = receiver * 2 returning id, posted, reserved, version into r;
    insert into bare.transfer (id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)
    values (t, sha256(t::text::bytea), 'gift', 'single', 'gift ' || t, 'bench', at, at, at);
    insert into bare.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros, posted_after, reserved_after, version, recorded_at)
    values (t, 1, s.id, 'TOKEN', -50, 0, -450000, s.posted, s.reserved, s.version, at),
           (t, 2, 1000001, 'TOKEN', 50, 0, 0, null, null, null, at),
           (t, 3, 1000002, 'BONUS', -20, 0, 0, null, null, null, at),
           (t, 4, r.id, 'BONUS', 20, 0, 0, r.posted, r.reserved, r.version, at);
    if not usd then return; end if;
    insert into bare.transfer (id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)
    values (u, sha256(u::text::bytea), 'gift.usd', 'single', 'gift ' || t, 'bench', at, at, at);
    insert into bare.entry (transfer_id, line, account_id, currency, amount, reserved, cost_micros, recorded_at)
    values (u, 1, 1000003, 'USD', -450000, 0, 0, at), (u, 2, 1000004, 'USD', 450000, 0, 0, at),
           (u, 3, 1000005, 'USD', -200000, 0, 0, at), (u, 4, 1000006, 'USD', 200000, 0, 0, at);
  end $$;`

/** Creates the bare tables once. */
export const makeBare = (url: string, people: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(setUp(people))
    await client.query('vacuum analyze bare.account')
  })

/**
 * Gifts per second through `pgbench`, one per commit.
 *
 * @param receivers number of receivers; 1 is the hot one.
 * @param usdIn one in this many gifts writes a transfer in USD, as the ledger does for that many posted together; 0:
 * none.
 * @returns the rate, and the CPU time of `pgbench` itself; null without `pgbench`.
 */
export async function bareGifts(
  url: string,
  folder: string,
  options: { clients: number; seconds: number; senders: number; receivers: number; usdIn: number },
): Promise<{ rate: number; processorMilliseconds: number } | null> {
  const program = [process.env['PGBENCH'], '/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(
    (path) => path && existsSync(path),
  )
  if (!program) return null
  const file = join(folder, 'gift.sql')
  writeFileSync(
    file,
    [
      `\\set s random(1, ${options.senders})`,
      `\\set r ${options.senders} + random(1, ${options.receivers})`,
      `\\set u random(1, ${Math.max(1, options.usdIn)})`,
      `select bare.gift(:s, :r, :u = ${options.usdIn === 0 ? 0 : 1});`,
      '',
    ].join('\n'),
  )
  const args = [
    '-n',
    '-M',
    'prepared',
    '-f',
    file,
    '-c',
    `${options.clients}`,
    '-j',
    '2',
    '-T',
    `${options.seconds}`,
    url,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  let processorMilliseconds = 0
  const looking = setInterval(() => (processorMilliseconds = usedBy(child.pid ?? 0) ?? processorMilliseconds), 250)
  await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(looking)
  const found = /tps = ([\d.]+) \(without/.exec(output)
  if (!found) throw new Error(output)
  return { rate: Number(found[1]), processorMilliseconds }
}
