import { topicList, topicPin, topicState } from '@greenroom/contract/community'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { states } from '../words.ts'
import { topicPage } from './queries.ts'
import * as service from './service.ts'

export const topicRoutes: Served[] = [
  serveList(topicList, async (context, payload) => mapPage(await topicPage(context, payload), service.shownTopic), [
    { names: { en: 'Topic', cn: '话题' }, value: (row) => row.topic },
    { names: { en: 'Posts', cn: '动态数' }, value: (row) => row.posts },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => states[row.state][language] },
    { names: { en: 'Pinned', cn: '置顶' }, value: (row) => row.pinned },
    { names: { en: 'First post', cn: '首次发布' }, value: (row) => new Date(row.firstPostedAt) },
    { names: { en: 'Latest post', cn: '最新发布' }, value: (row) => new Date(row.lastPostedAt) },
  ]),
  serve(topicState, service.become),
  serve(topicPin, service.pin),
]
