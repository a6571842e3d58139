// One step of moving in, in a process of its own as a server is: `check FILE`, `apply` or `undo`. Prints what it took.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStorage } from '../../server/src/files/index.ts'
import { inTransaction, openDatabase } from '../../server/src/kit/database/database.ts'
import { openParams } from '../../server/src/params/index.ts'
import { importFiles, partsOf, workOnImports } from '../../server/src/rooms/moving/index.ts'
import { beginApplying, beginUndoing } from '../../server/src/rooms/moving/moving.apply.ts'
import { lockImport } from '../../server/src/rooms/moving/moving.queries.ts'
import { ownMilliseconds } from './processor.ts'

const [step = '', file = ''] = process.argv.slice(2)
const database = openDatabase(process.env['DATABASE_URL']!, { max: 4 })
const params = await openParams(database, 60_000)
const clock = { now: () => new Date() }
const storage = diskStorage(join(tmpdir(), 'greenroom-bench-files'))
const at = { database, clock, params, storage }
/** The only import of the database. */
const id = 1
const used = ownMilliseconds()
const began = performance.now()

const begin = {
  async check() {
    const { found } = await importFiles(at, [{ name: 'old.ndjson', parts: partsOf(file) }], undefined)
    if (found.faults > 0) throw new Error(`${found.faults} faults`)
  },
  async apply() {
    const now = clock.now()
    const rule = { tokens_per_usd: params.integer('tokens_per_usd'), bonus_per_usd: params.integer('bonus_per_usd') }
    await inTransaction(database, async (tx) =>
      beginApplying(tx, (await lockImport(tx, id))!, { ...rule, now, at: now, asked_by: 'a', approved_by: 'b' }),
    )
  },
  undo: () =>
    inTransaction(database, async (tx) =>
      beginUndoing(tx, (await lockImport(tx, id))!, { now: clock.now(), by: 'a' }),
    ).then(() => {}),
}
await begin[step as keyof typeof begin]()
while (await workOnImports(at));
const { state } = (await database.selectFrom('moving.import').select('state').where('id', '=', id).executeTakeFirst())!
// The highest the process ever had in memory, in KiB: what a parent had before is not counted.
const [, highest = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
console.log(
  JSON.stringify({
    state,
    seconds: (performance.now() - began) / 1_000,
    node: ownMilliseconds() - used,
    mebibytes: Number(highest) / 1024,
  }),
)
params.close()
await database.destroy()
