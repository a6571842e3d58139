import { commentInfo, commentList, commentState } from '@greenroom/contract/community'
import { type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { mapPage } from '../../kit/database/paging.ts'
import { optionText } from '../../texts/catalogue.ts'
import { commentPage } from './comment.queries.ts'
import * as service from './comment.service.ts'

export const commentRoutes: Served[] = [
  serveList(
    commentList,
    async (context, payload) => mapPage(await commentPage(context, payload), service.shownComment),
    [
      { heading: 'community:columns.commentId', value: (row) => row.commentId },
      { heading: 'community:columns.dynamicId', value: (row) => row.dynamicId },
      { heading: 'exports:columns.userId', value: (row) => row.user.userId },
      { heading: 'exports:columns.nickname', value: (row) => row.user.nickname },
      { heading: 'community:columns.text', value: (row) => row.text },
      { heading: 'community:columns.score', value: (row) => row.score },
      { heading: 'community:columns.labels', value: (row) => row.labels.join(', ') },
      {
        heading: 'community:columns.state',
        value: (row, { language }) => optionText('community:options.state', row.state, language),
      },
      { heading: 'community:columns.postedAt', value: (row) => new Date(row.postedAt) },
    ],
  ),
  serve(commentInfo, service.info),
  serve(commentState, service.become),
]
