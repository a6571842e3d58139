// States of alerts about background work: jobs, readers, checks of the books, backups.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { noteFinding } from '../src/notify/index.ts'
import { type Making, type States, wall } from './alerts.making.ts'

export function workStates({ database, run, fresh, after, withFigures, gauges }: Making): States {
  const finding = (kind: 'log' | 'reconcile', many: number, agoSeconds = 0) =>
    noteFinding(database(), { kind, count: many, detail: '' }, wall(agoSeconds))

  return {
    GreenroomJobLate: () =>
      gauges({
        jobs: {
          states: () => [{ name: 'flow', kind: 'every', paceMs: 2_000, endedAt: performance.now() - 700_000 }],
        },
      }),
    GreenroomWorkParked: () =>
      after(
        run(sql`
          insert into kit.parked_work (job, unit, reason, tries, since, last_at, next_at)
          select 'flow', '', 'x', 4, t, t, t from (select ${wall(60)}::timestamptz as t) t`),
      ),
    GreenroomQueueWaits: () => withFigures({ queues: [{ job: 'export', pending: 1, age: 301 }] }),
    GreenroomReaderBehind: () =>
      withFigures({ readers: [{ reader: 'flow', lag: 100_001, place: '1', since: wall(0).toISOString() }] }),
    GreenroomReaderStands: async () => {
      await run(sql`insert into kit.reader (name, boundary) values ('stands', kit.horizon())`)
      // As many transactions as an idle reader lets pass.
      await run(sql`
        do $$ begin
          create temp table passing (n int) on commit drop;
          for n in 1..10001 loop
            begin insert into passing values (n); exception when others then null; end;
          end loop;
        end $$`)
      await expect
        .poll(async () => {
          const series = await fresh()
          return series.find(({ name, labels }) => name === 'greenroom_reader_lag' && labels['reader'] === 'stands')
            ?.value
        })
        .toBeGreaterThan(10_000)
      await run(sql`
        update kit.sample set figures = jsonb_set(figures, '{readers}', (
          select jsonb_agg(r || jsonb_build_object('since', ${wall(180).toISOString()}::text))
            from jsonb_array_elements(figures -> 'readers') r where r ->> 'since' is not null))`)
      return after(Promise.resolve())
    },
    GreenroomDashboardsOld: () =>
      after(
        run(sql`
          insert into indicators.folded (at, taken_at) values (${wall(0)}, ${wall(0)})
          on conflict (single) do update set at = excluded.at`),
        301,
      ),
    GreenroomLedger: () =>
      after(
        run(sql`insert into ledger.finding (rule, subject, detail, found_at) values ('zeroSum', 'x', 'x', ${wall(0)})`),
      ),
    GreenroomReconcile: () => after(finding('reconcile', 1)),
    GreenroomLogBroken: () => after(finding('log', 1)),
    GreenroomCheckOld: () => after(finding('reconcile', 0, 4 * 3_600)),
    GreenroomLogUnsealed: () => after(Promise.resolve(), 301),
    GreenroomChainBehind: () =>
      after(
        run(sql`insert into chain.head (chain, number, hash, at, first) values ('trc20', 1, 'x', ${wall(301)}, 1)`),
      ),
    GreenroomReportsWait: () => withFigures({ audits: [{ kind: 'report', waiting: 1, age: 3_601 }] }),
    GreenroomBackupOld: () => gauges({ backup: async () => ({ at: wall(27 * 3_600), unsent: 0 }) }),
    GreenroomRestoreFails: () =>
      withFigures({ trial: { at: wall(60).toISOString(), failure: 'damaged', proved_at: null } }),
    GreenroomRestoreUntried: () =>
      withFigures({
        trial: { at: wall(60).toISOString(), failure: '', proved_at: wall(16 * 86_400).toISOString() },
      }),
    GreenroomWalUnsent: () => gauges({ backup: async () => ({ at: null, unsent: 11 }) }),
  }
}
