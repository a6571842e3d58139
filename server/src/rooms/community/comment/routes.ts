import { commentInfo, commentList, commentState } from '@greenroom/contract/community'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { states } from '../words.ts'
import { commentPage } from './queries.ts'
import * as service from './service.ts'

export const commentRoutes: Served[] = [
  serveList(
    commentList,
    async (context, payload) => mapPage(await commentPage(context, payload), service.shownComment),
    [
      { names: { en: 'Comment', cn: '评论编号' }, value: (row) => row.commentId },
      { names: { en: 'Post', cn: '动态编号' }, value: (row) => row.dynamicId },
      { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
      { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user.nickname },
      { names: { en: 'Text', cn: '内容' }, value: (row) => row.text },
      { names: { en: 'Risk score', cn: '风险分' }, value: (row) => row.score },
      { names: { en: 'Labels', cn: '标签' }, value: (row) => row.labels.join(', ') },
      { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => states[row.state][language] },
      { names: { en: 'Posted', cn: '发布时间' }, value: (row) => new Date(row.postedAt) },
    ],
  ),
  serve(commentInfo, service.info),
  serve(commentState, service.become),
]
