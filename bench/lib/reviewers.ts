// Reviewers working a queue at human speed: each claims a page, looks at an item for some seconds, decides, and claims
// more.
import { auditClaim, auditDecide } from '@greenroom/contract/audits'
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { type Answer, basePath, type Call, type Payload } from '@greenroom/contract/call'
import { withOperationId } from '@greenroom/contract/operationId'
import { sql } from 'kysely'
import { openSession } from '../../server/src/access/session.ts'
import { openDatabase } from '../../server/src/kit/database/database.ts'
import type { openReceiver } from './decisions.ts'

const kind = 'photo'
const pageItems = 12
/** With fewer held items than this, the desk claims more. */
const lowWater = 6

/** Adds `count` photos with reviews to the queue, of existing users. */
export async function fillBacklog(databaseUrl: string, count: number): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const run = Date.now().toString(36)
  for (let from = 0; from < count; from += 10_000)
    await sql`
      with people as (select id, row_number() over (order by id) - 1 as place, count(*) over () as of from users.app_user),
      items as (
        insert into audits.item (id, kind, user_id, picture_urls, score, labels, submitted_at)
        select 'backlog-' || ${run} || '-' || n, ${kind}, p.id, array['https://cdn.example.com/p.jpg'], random(), '{face}',
               now() - random() * interval '6 hours'
          from generate_series(${from}::int, ${Math.min(count, from + 10_000) - 1}::int) n
          join people p on p.place = n % p.of
        returning id, user_id, score, submitted_at
      )
      insert into audits.review (id, kind, purpose, item_id, user_id, score, waiting_since)
      select gen_random_uuid(), ${kind}, 'first', id, user_id, score, submitted_at from items`.execute(database)
  await sql`analyze audits.item, audits.review`.execute(database)
  await database.destroy()
}

/** Signed-in moderator accounts: their tokens. */
async function moderators(databaseUrl: string, count: number): Promise<string[]> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const at = new Date()
  const role = await database
    .selectFrom('access.role')
    .select('id')
    .where('name', '=', 'Moderator')
    .executeTakeFirstOrThrow()
  const tokens = await database.transaction().execute(async (tx) => {
    const made: string[] = []
    for (let number = 0; number < count; number++) {
      const { id } = await tx
        .insertInto('access.staff')
        .values({ username: `reviewer${at.getTime()}x${number}`, password_hash: 'none', created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('access.staff_role').values({ staff_id: id, role_id: role.id }).execute()
      const session = await openSession(tx, id, {
        ip: '127.0.0.1',
        userAgent: 'bench',
        previous: { at: null, ip: null },
      })
      made.push(session.token)
    }
    return made
  })
  await database.destroy()
  return tokens
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>
export type Reviewed = {
  /** Milliseconds of each call. */
  claims: number[]
  decisions: number[]
  /** From the decision's answer until its command arrived; undefined if it never did. */
  arrivals: (number | undefined)[]
  /** Items given to two reviewers, or refused; there should be none. */
  twice: number
  refused: number
}

/**
 * Runs `count` reviewers for this long: three in four items pass, and an item takes 1 to 4 seconds.
 *
 * @returns the durations of calls and commands.
 */
export async function review(
  { url, databaseUrl, receiver }: { url: string; databaseUrl: string; receiver: Receiver },
  { count, seconds }: { count: number; seconds: number },
): Promise<Reviewed> {
  const tokens = await moderators(databaseUrl, count)
  const found: Reviewed = { claims: [], decisions: [], arrivals: [], twice: 0, refused: 0 }
  const given = new Map<string, number>()
  const waiting: Promise<void>[] = []
  const end = performance.now() + seconds * 1_000

  async function ask<C extends Call<any>>(call: C, token: string, payload: Payload<C>): Promise<Answer<C>> {
    const fields = new URLSearchParams(
      Object.entries(withOperationId(call, payload as object)).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    )
    const response =
      call.method === 'GET'
        ? await fetch(`${url}${basePath}${call.path}?${fields}`, { headers: { token } })
        : await fetch(`${url}${basePath}${call.path}`, { method: 'POST', headers: { token }, body: fields })
    const answer = (await response.json()) as { code: number; result: Answer<C> }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  /** Waits for the command about the item's owner after `since`. */
  async function awaitCommand(userId: number, since: number, answered: number): Promise<void> {
    const there = () => receiver.arrivals('audit.decided', `user:${userId}`).find((at) => at >= since)
    while (there() === undefined && performance.now() < answered + 30_000) await sleep(5)
    const at = there()
    found.arrivals.push(at === undefined ? undefined : Math.max(0, at - answered))
  }

  async function work(token: string, number: number): Promise<void> {
    const { templates } = await ask(auditTemplateChoices, token, { kind })
    const templateId = templates[0]!.templateId
    let held: { reviewId: string; userId: number }[] = []
    // They did not start at the same time.
    await sleep(Math.random() * 3_000)
    while (performance.now() < end) {
      if (held.length < lowWater) {
        const started = performance.now()
        const { reviews } = await ask(auditClaim, token, { kind, size: pageItems, sort: 'score' })
        found.claims.push(performance.now() - started)
        for (const { reviewId } of reviews) {
          const other = given.get(reviewId)
          if (other !== undefined && other !== number) found.twice++
          given.set(reviewId, number)
        }
        held = reviews.map(({ reviewId, user }) => ({ reviewId, userId: user.userId }))
      }
      const [next, ...rest] = held
      if (!next) return
      held = rest
      await sleep(1_000 + Math.random() * 3_000)
      const passes = Math.random() < 0.75
      const started = performance.now()
      const { outcomes } = await ask(auditDecide, token, {
        kind,
        ids: [next.reviewId],
        ...(passes ? { decision: 'passed' } : { decision: 'failed', templateId }),
      })
      const answered = performance.now()
      found.decisions.push(answered - started)
      if (outcomes[0]?.ok) waiting.push(awaitCommand(next.userId, started, answered))
      else found.refused++
    }
  }

  await Promise.all(tokens.map((token, number) => work(token, number)))
  await Promise.all(waiting)
  return found
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
