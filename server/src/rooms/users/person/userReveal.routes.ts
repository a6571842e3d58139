import { userReveal, userRevealList } from '@greenroom/contract/users'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { list, reveal } from './userReveal.service.ts'

export const revealRoutes: Served[] = [
  serve(userReveal, reveal),
  serveList(userRevealList, list, [
    { heading: 'users:columns.at', value: (row) => new Date(row.at) },
    { heading: 'users:columns.userId', value: (row) => row.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.nickname },
    { heading: 'users:columns.guild', value: (row) => row.guild?.name ?? '' },
    {
      heading: 'users:columns.field',
      value: (row, context) => optionText('users:options.field', row.field, context.language),
    },
    { heading: 'users:columns.reason', value: (row) => row.reason },
    { heading: 'users:columns.by', value: (row) => row.by },
  ]),
]
