// Moving in: what an old console holds is read from files, checked, and applied as opening balances by two members of staff (docs/moving-in.md).
import type { Storage } from '../../files/index.ts'
import { inParts, type Round, untilWritten } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { importsJob, workOnImports } from './moving.apply.ts'

export { workOnImports } from './moving.apply.ts'
export { movingApprovals } from './moving.approval.ts'
export { type FileSource, importFiles, partsOf } from './moving.files.ts'
export { importRoutes } from './moving.routes.ts'

/** Parts of one turn; the next goes on. */
const partsPerTurn = 20

export const movingRounds = (at: { database: Database; clock: Clock; params: Params; storage: Storage }): Round[] => [
  {
    name: importsJob,
    milliseconds: 500,
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, partsPerTurn, () => workOnImports(at)),
  },
]
