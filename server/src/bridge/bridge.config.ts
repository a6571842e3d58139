// `config.changed`: tells the app that the data under one key has changed, with a version that counts the changes.
import type { CommandData } from '@greenroom/contract/bridgeCommands.schema'
import type { Reader, Transaction } from '../kit/database/database.ts'
import type { Command } from './bridge.handler.ts'

type Config = CommandData<'config.changed'>

/** Raises the key's version; concurrent changes of the same key wait until the transaction ends. */
const nextVersion = async (tx: Transaction, key: Config['key']): Promise<number> => {
  const { version } = await tx
    .insertInto('bridge.config_version')
    .values({ key, version: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ version: eb('bridge.config_version.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** How often the set under `key` has changed; 0 before the first change. */
export async function configVersion(reader: Reader, key: Config['key']): Promise<number> {
  const row = await reader
    .selectFrom('bridge.config_version')
    .select('version')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * The command that reports a change under `key`; send it in the transaction of the change. `build` runs after the
 * version is taken, so of two concurrent changes the later one includes both.
 */
export async function configChanged(
  tx: Transaction,
  key: Config['key'],
  build: (version: number) => Config | Promise<Config>,
): Promise<Command> {
  const data = await build(await nextVersion(tx, key))
  return { type: 'config.changed', subject: `config:${key}`, data }
}
