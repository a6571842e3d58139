import { logInfo, logList, logNames, logVerify } from '@greenroom/contract/system'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Prover } from '../../../kit/encryption/index.ts'
import { info, list, names, verify } from './operationLog.service.ts'

export const logRoutes = (keys: Prover): Served[] => [
  serveList(logList, list, [
    { heading: 'system:columns.at', value: (row) => new Date(row.at) },
    { heading: 'system:columns.username', value: (row) => row.username },
    { heading: 'system:columns.menuName', value: (row) => row.menuName },
    { heading: 'system:columns.opName', value: (row) => row.opName },
    { heading: 'system:columns.target', value: (row) => row.target },
    { heading: 'system:columns.logContent', value: (row) => row.logContent },
    { heading: 'system:columns.ip', value: (row) => row.ip },
    { heading: 'system:columns.id', value: (row) => row.id },
  ]),
  serve(logInfo, info),
  serve(logNames, names),
  serve(logVerify, ({ database }) => verify(database, keys)),
]
