// A withdrawal's history, in order, from the operation log, its payouts and the commands to the app.
import type { Answer } from '@greenroom/contract/call'
import type { withdrawalInfo } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import type { Language } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { lineIn } from '../../../log/index.ts'

type Line = Answer<typeof withdrawalInfo>['story'][number]

/** The history of one withdrawal. The detail of a decision is its verb, or why it did not take effect. */
export async function storyOf(reader: Reader, id: string, language: Language): Promise<Line[]> {
  const { rows } = await sql<{ at: Date; what: Line['what']; by: string; detail: string }>`
    select at, what, by, detail from (
      select requested_at as at, 'requested' as what, '' as by, '' as detail, 0 as place
        from finance.withdrawal where id = ${id}
      union all
      select d.decided_at, 'decided', s.username, d.verb, 0
        from access.decision d join access.staff s on s.id = d.staff_id
       where d.kind = 'withdrawal' and d.subject = ${id}
      union all
      select d.ended_at, case d.outcome when 'undone' then 'undone' else 'notInEffect' end, s.username,
             coalesce(nullif(d.why, ''), d.verb), 0
        from access.decision d join access.staff s on s.id = d.staff_id
       where d.kind = 'withdrawal' and d.subject = ${id} and d.outcome in ('undone', 'refused')
      union all
      select decided_at, case when state = 'audit failed' then 'refused' else 'passed' end, decided_by,
             case when state = 'audit failed' then state_reason else '' end, 1
        from finance.withdrawal where id = ${id} and decided_at is not null
      union all
      select w.decided_at, 'approved', s.username, '', 2
        from finance.withdrawal w join access.staff s on s.id = w.second_by_id where w.id = ${id}
      union all
      select b.made_at, 'batched', b.made_by, b.id::text, 3
        from finance.payout p join finance.payout_batch b on b.id = p.batch_id
       where p.source = 'withdrawal' and p.source_id = ${id}
      union all
      select p.ended_at, case p.state when 'paid' then 'paid' else 'failed' end, p.ended_by,
             case p.state when 'paid' then p.reference else p.reason end, 4
        from finance.payout p where p.source = 'withdrawal' and p.source_id = ${id} and p.state in ('paid', 'failed')
      union all
      select ended_at, 'manual', paid_by, reference, 5
        from finance.withdrawal where id = ${id} and state = 'manual processing successful'
      union all
      select w.ended_at, 'approved', s.username, '', 6
        from finance.withdrawal w
        join access.approval a on a.id = w.approval_id and a.kind = 'withdrawal.manual' and a.state = 'approved'
        join access.staff s on s.id = a.checker_id
       where w.id = ${id} and w.state = 'manual processing successful'
      union all
      select released_at, 'released', '', state_reason, 5
        from finance.withdrawal where id = ${id} and released_at is not null
      union all
      select d.delivered_at, 'delivered', '', c.data->>'state', 7
        from finance.withdrawal w
        join bridge.delivery d on d.subject = 'user:' || w.user_id and d.type = 'withdrawal.changed' and d.state = 'delivered'
        join bridge.command c on c.id = d.command_id and c.data->>'withdrawalId' = w.id
       where w.id = ${id}) s
     order by at, place`.execute(reader)
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), detail: lineIn(row.detail, language) }))
}

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** The address of the proof of payment; empty if there is none. */
export async function proofAddress(reader: Reader, fileUrl: string, id: string): Promise<string> {
  const { rows } = await sql<{ id: string; mime: string }>`
    select f.id, f.mime from finance.withdrawal w join files.file f on f.id = w.proof_file_id where w.id = ${id}`.execute(
    reader,
  )
  const [file] = rows
  return file ? `${fileUrl}${file.id}${extensions[file.mime] ?? ''}` : ''
}
