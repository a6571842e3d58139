// A process that works on imports until nothing waits, for the test by `kill -9`. It says when it has done a part.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { diskStorage } from '../../files/index.ts'
import { wallNow } from '../../kit/clock.ts'
import { openDatabase } from '../../kit/database/database.ts'
import { openParams } from '../../params/index.ts'
import { workOnImports } from './moving.apply.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const database = openDatabase(url, { max: 2 })
const params = await openParams(database, 60_000)
const at = { database, params, clock: { now: wallNow }, storage: diskStorage(join(dataDir, 'files')) }
// Unbuffered: a buffer would be lost with the process.
while (await workOnImports(at, 300)) writeSync(1, 'part\n')
params.close()
await database.destroy()
