import type { Insertable, Selectable } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'

export type SettingRow = Selectable<DB['audits.setting']>

/** The reviewer's picture settings; undefined if never saved. */
export const settingOf = (reader: Reader, staffId: number): Promise<SettingRow | undefined> =>
  reader.selectFrom('audits.setting').selectAll().where('staff_id', '=', staffId).executeTakeFirst()

export async function keepSetting(tx: Transaction, values: Insertable<DB['audits.setting']>): Promise<void> {
  await tx
    .insertInto('audits.setting')
    .values(values)
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values))
    .execute()
}
