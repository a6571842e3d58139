import { dynamicInfo, dynamicList, dynamicPin, dynamicState } from '@greenroom/contract/community'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import type { AuditEffects } from '../../audits/index.ts'
import { auditStates, states } from '../words.ts'
import { dynamicPage } from './queries.ts'
import * as service from './service.ts'
import { shownDynamic } from './shown.ts'

export const dynamicRoutes = (effects: Pick<AuditEffects, 'decided'>): Served[] => [
  serveList(dynamicList, async (context, payload) => mapPage(await dynamicPage(context, payload), shownDynamic), [
    { names: { en: 'Post', cn: '动态编号' }, value: (row) => row.dynamicId },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user.nickname },
    { names: { en: 'Text', cn: '内容' }, value: (row) => row.text },
    { names: { en: 'Pictures', cn: '图片数' }, value: (row) => row.pictureUrls.length },
    { names: { en: 'Topics', cn: '话题' }, value: (row) => row.topics.join(', ') },
    { names: { en: 'Comments', cn: '评论数' }, value: (row) => row.comments },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => states[row.state][language] },
    { names: { en: 'Pinned', cn: '置顶' }, value: (row) => row.pinned },
    {
      names: { en: 'Audit', cn: '审核' },
      value: (row, { language }) => row.auditState && auditStates[row.auditState][language],
    },
    { names: { en: 'Posted', cn: '发布时间' }, value: (row) => new Date(row.postedAt) },
  ]),
  serve(dynamicInfo, service.info),
  serve(dynamicState, service.become(effects)),
  serve(dynamicPin, service.pin),
]
