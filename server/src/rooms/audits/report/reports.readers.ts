// What a case shows from other rooms, which depend on this one; `app/` provides the readers.
import type { Reader } from '../../../kit/database/database.ts'

export type CaseReaders = {
  /** Text and pictures of posts and comments by id, whatever their state. */
  content(
    reader: Reader,
    ids: { dynamicIds: readonly string[]; commentIds: readonly string[] },
  ): Promise<Record<'dynamics' | 'comments', ReadonlyMap<string, { text: string; pictureUrls: string[] }>>>
  /** The running broadcasts of these users. */
  broadcasts(reader: Reader, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>
  /** The next escalation step of each, in hours; 0 means permanent. */
  ladder(reader: Reader, now: Date, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>
}
