// What a case shows of other rooms, which know this one; `app/` hands the readers in.
import type { Reader } from '../../../kit/database.ts'

export type CaseReaders = {
  /** Text and pictures of posts and comments by id, whatever their state. */
  content(
    reader: Reader,
    ids: { dynamicIds: readonly string[]; commentIds: readonly string[] },
  ): Promise<Record<'dynamics' | 'comments', ReadonlyMap<string, { text: string; pictureUrls: string[] }>>>
  /** The running broadcast of each who has one. */
  broadcasts(reader: Reader, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>
  /** The next step of the ladder of broadcast bans for each, in hours; 0 means permanent. */
  ladder(reader: Reader, now: Date, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>
}
