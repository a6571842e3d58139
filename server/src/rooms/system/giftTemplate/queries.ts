import type { Selectable } from 'kysely'
import type { DB, Reader } from '../../../kit/database.ts'

/** The template of each scene that has one enabled. */
export const enabledTemplates = (reader: Reader): Promise<Selectable<DB['system.gift_template']>[]> =>
  reader.selectFrom('system.gift_template').selectAll().where('enabled', '=', true).orderBy('scene').execute()
