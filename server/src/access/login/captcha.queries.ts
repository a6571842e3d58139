import type { Reader } from '../../kit/database/database.ts'

export type Captcha = { id: string; text: string; expires_at: Date }

export const insertCaptcha = (reader: Reader, captcha: Captcha) =>
  reader.insertInto('access.captcha').values(captcha).execute()

/** Marks a captcha as used. @returns its text, or undefined if it was used before, is too old or unknown. */
export async function spend(reader: Reader, id: string, now: Date): Promise<string | undefined> {
  const row = await reader
    .updateTable('access.captcha')
    .set({ spent_at: now })
    .where('id', '=', id)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('text')
    .executeTakeFirst()
  return row?.text
}

/** Makes a correctly solved captcha usable again: the same log-in returns with its second factor. */
export const giveBack = (reader: Reader, id: string) =>
  reader.updateTable('access.captcha').set({ spent_at: null }).where('id', '=', id).execute()
