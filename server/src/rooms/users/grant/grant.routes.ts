import { userDeduct, userGrant, userGrantFacts, userGrantList, userGrantReverse } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { grantFacts } from './grant.facts.ts'
import { listOperations } from './grant.list.ts'
import { takeBack } from './grant.reverse.ts'
import { moveTokens } from './grant.service.ts'

export const grantRoutes = (services: { params: Params; approvals: Approvals }): Served[] => [
  serve(userGrant, moveTokens('grant', services)),
  serve(userDeduct, moveTokens('deduct', services)),
  serve(userGrantFacts, grantFacts(services)),
  serve(userGrantReverse, takeBack),
  serveList(userGrantList, listOperations(services.approvals), [
    { heading: 'users:columns.at', value: (row) => new Date(row.at) },
    {
      heading: 'exports:columns.grantOrDeduction',
      value: (row, { language }) => optionText('exports:options.direction', row.direction, language),
    },
    {
      heading: 'exports:columns.kind',
      value: (row, { language }) => optionText('users:options.grantKind', row.kind, language),
    },
    { heading: 'exports:columns.tokensEach', value: (row) => row.tokens },
    { heading: 'exports:columns.people', value: (row) => row.people },
    { heading: 'users:columns.userId', value: (row) => row.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.nickname },
    {
      heading: 'users:columns.operationState',
      value: (row, { language }) => optionText('users:options.operationState', row.state, language),
    },
    { heading: 'users:columns.reason', value: (row) => row.reason },
    { heading: 'users:columns.by', value: (row) => row.by },
  ]),
]
