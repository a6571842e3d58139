import { dynamicInfo, dynamicList, dynamicPin, dynamicState } from '@greenroom/contract/community'
import { type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { optionText } from '../../texts/catalogue.ts'
import type { AuditEffects } from '../audits/index.ts'
import { dynamicPage } from './dynamic.queries.ts'
import * as service from './dynamic.service.ts'
import { shownDynamic } from './dynamic.shown.ts'

export const dynamicRoutes = (effects: Pick<AuditEffects, 'decided'>): Served[] => [
  serveList(dynamicList, async (context, payload) => mapPage(await dynamicPage(context, payload), shownDynamic), [
    { heading: 'community:columns.dynamicId', value: (row) => row.dynamicId },
    { heading: 'exports:columns.userId', value: (row) => row.user.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.user.nickname },
    { heading: 'community:columns.text', value: (row) => row.text },
    { heading: 'exports:columns.pictures', value: (row) => row.pictureUrls.length },
    { heading: 'community:columns.topics', value: (row) => row.topics.join(', ') },
    { heading: 'community:columns.comments', value: (row) => row.comments },
    {
      heading: 'community:columns.state',
      value: (row, { language }) => optionText('community:options.state', row.state, language),
    },
    { heading: 'exports:columns.pinned', value: (row) => row.pinned },
    {
      heading: 'community:columns.auditState',
      value: (row, { language }) =>
        row.auditState && optionText('community:options.auditState', row.auditState, language),
    },
    { heading: 'community:columns.postedAt', value: (row) => new Date(row.postedAt) },
  ]),
  serve(dynamicInfo, service.info),
  serve(dynamicState, service.become(effects)),
  serve(dynamicPin, service.pin),
]
