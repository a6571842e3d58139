// Decided items for browser tests, inserted into the database directly.
import { appUser } from './appUsers.ts'
import { unique } from './people.ts'
import type { Server } from './server.ts'

type ReviewOptions = {
  kind?: string
  state?: 'passed' | 'failed'
  nickname?: string
  text?: string
  /** Number of pictures; the app that serves them is not running. */
  pictures?: number
  by?: string
  /** Minutes ago. */
  decided?: number
  /** A second reviewer who disagreed. */
  disagrees?: string
}

export type Decided = { itemId: string; userId: number; nickname: string }

/** An item whose first review ended half an hour after it arrived. */
export async function decidedItem(server: Server, options: ReviewOptions = {}): Promise<Decided> {
  const { state = 'passed', kind = 'photo', by = 'reviewer1', decided = 10, disagrees } = options
  const { id: userId, nickname } = await appUser(server, options.nickname ? { nickname: options.nickname } : {})
  const itemId = unique(`${kind}-`)
  const urls = Array.from({ length: options.pictures ?? 0 }, (_, at) => `https://app.example.com/${itemId}-${at}.jpg`)
  await server.query(
    `with item as (
       insert into audits.item (id, kind, user_id, text, picture_urls, score, labels, state, submitted_at, decided_at, decided_by)
       values ($1, $2, $3, $4, $5, 0.61, '{suggestive}', $6, now() - interval '30 minutes' - $7 * interval '1 minute',
               now() - $7 * interval '1 minute', $8)
       returning *
     ), first as (
       insert into audits.review (id, kind, purpose, item_id, user_id, score, waiting_since, claimed_at, state, decision,
                                  before_state, decided_by, decided_name, decided_at)
       select gen_random_uuid(), kind, 'first', id, user_id, score, submitted_at, decided_at - interval '20 seconds',
              'done', state, 'not audited', abs(hashtext(decided_by)) % 1000000 + 1000, decided_by, decided_at
         from item
       returning *
     )
     insert into audits.review (id, kind, purpose, item_id, user_id, score, waiting_since, state, decision, before_state,
                                decided_by, decided_name, decided_at, compares_id)
     select gen_random_uuid(), kind, 'quality', item_id, user_id, score, decided_at, 'done',
            case decision when 'passed' then 'failed' else 'passed' end, decision, 999, $9, decided_at + interval '1 minute', id
       from first where $9 <> ''`,
    [itemId, kind, userId, options.text ?? '', urls, state, decided, by, disagrees ?? ''],
  )
  return { itemId, userId, nickname }
}
