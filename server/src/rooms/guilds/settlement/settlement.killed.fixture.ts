// A process that runs the drafts of a week as the weekly round does, in small chunks, for the test that kills it. Arguments: the
// database's URL and the moment.
import { openDatabase } from '../../../kit/database/database.ts'
import { openParams } from '../../../params/index.ts'
import { makeDrafts } from './settlement.drafts.ts'
import { stoppedClock } from './settlement.fixture.ts'

const [url = '', at = ''] = process.argv.slice(2)
const database = openDatabase(url, { max: 2 })
const params = await openParams(database, 60_000)
await makeDrafts({ database, params, clock: stoppedClock(at), chunk: 2 })
params.close()
await database.destroy()
