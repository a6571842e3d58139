// The reported content, for handling reports.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database/database.ts'

export type Reported = { text: string; pictureUrls: string[] }
/** By the post's and the comment's id; unknown ones are left out. */
export type ReportedContent = { dynamics: Map<string, Reported>; comments: Map<string, Reported> }

/** Text and pictures of posts and comments in any state, in one statement. */
export async function reportedContent(
  reader: Reader,
  { dynamicIds, commentIds }: { dynamicIds: readonly string[]; commentIds: readonly string[] },
): Promise<ReportedContent> {
  const found: ReportedContent = { dynamics: new Map(), comments: new Map() }
  if (dynamicIds.length === 0 && commentIds.length === 0) return found
  const { rows } = await sql<{ of: 'dynamic' | 'comment'; id: string; text: string; pictures: string[] }>`
    select 'dynamic' as of, id, text, picture_urls as pictures
      from community.dynamic where id = any(${dynamicIds}::text[])
     union all
    select 'comment', id, text, '{}' from community.comment where id = any(${commentIds}::text[])`.execute(reader)
  for (const { of, id, text, pictures } of rows)
    (of === 'dynamic' ? found.dynamics : found.comments).set(id, { text, pictureUrls: pictures })
  return found
}
