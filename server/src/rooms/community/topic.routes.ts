import { topicList, topicPin, topicState } from '@greenroom/contract/community'
import { type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { optionText } from '../../texts/catalogue.ts'
import { topicPage } from './topic.queries.ts'
import * as service from './topic.service.ts'

export const topicRoutes: Served[] = [
  serveList(topicList, async (context, payload) => mapPage(await topicPage(context, payload), service.shownTopic), [
    { heading: 'community:columns.topic', value: (row) => row.topic },
    { heading: 'community:columns.posts', value: (row) => row.posts },
    {
      heading: 'community:columns.state',
      value: (row, { language }) => optionText('community:options.state', row.state, language),
    },
    { heading: 'exports:columns.pinned', value: (row) => row.pinned },
    { heading: 'community:columns.firstPostedAt', value: (row) => new Date(row.firstPostedAt) },
    { heading: 'community:columns.lastPostedAt', value: (row) => new Date(row.lastPostedAt) },
  ]),
  serve(topicState, service.become),
  serve(topicPin, service.pin),
]
