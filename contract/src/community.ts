// The Community area: posts, topics, comments.

import { declare } from './call.ts'
import type * as schema from './community.schema.ts'

export const dynamicList = declare<typeof schema.dynamicList>('dynamicList', {
  method: 'GET',
  path: '/community/dynamic/list',
  level: 'read',
  menu: 'community.dynamic',
  exportable: true,
})

/** A post with its history: every change, by whom and why. */
export const dynamicInfo = declare<typeof schema.dynamicInfo>('dynamicInfo', {
  method: 'GET',
  path: '/community/dynamic/info',
  level: 'read',
  menu: 'community.dynamic',
  codes: [10032],
})

/** Hides posts, shows them again, or takes them down (their audit item fails). One outcome each; no change is 20000. */
export const dynamicState = declare<typeof schema.dynamicState>('dynamicState', {
  method: 'POST',
  path: '/community/dynamic/state',
  level: 'write',
  menu: 'community.dynamic',
  operation: 'dynamic.state',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { dynamicList: 'dynamicId' },
})

/** Pins posts above others, or unpins them; only visible posts can be pinned. */
export const dynamicPin = declare<typeof schema.dynamicPin>('dynamicPin', {
  method: 'POST',
  path: '/community/dynamic/pin',
  level: 'write',
  menu: 'community.dynamic',
  operation: 'dynamic.pin',
  over: { dynamicList: 'dynamicId' },
})

export const topicList = declare<typeof schema.topicList>('topicList', {
  method: 'GET',
  path: '/community/topic/list',
  level: 'read',
  menu: 'community.topic',
  exportable: true,
})

/** Hides topics or shows them again; their posts stay. */
export const topicState = declare<typeof schema.topicState>('topicState', {
  method: 'POST',
  path: '/community/topic/state',
  level: 'write',
  menu: 'community.topic',
  operation: 'topic.state',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { topicList: 'topic' },
})
export const topicPin = declare<typeof schema.topicPin>('topicPin', {
  method: 'POST',
  path: '/community/topic/pin',
  level: 'write',
  menu: 'community.topic',
  operation: 'topic.pin',
  over: { topicList: 'topic' },
})

export const commentList = declare<typeof schema.commentList>('commentList', {
  method: 'GET',
  path: '/community/comment/list',
  level: 'read',
  menu: 'community.comment',
  exportable: true,
})
export const commentInfo = declare<typeof schema.commentInfo>('commentInfo', {
  method: 'GET',
  path: '/community/comment/info',
  level: 'read',
  menu: 'community.comment',
  codes: [10032],
})
export const commentState = declare<typeof schema.commentState>('commentState', {
  method: 'POST',
  path: '/community/comment/state',
  level: 'write',
  menu: 'community.comment',
  operation: 'comment.state',
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { commentList: 'commentId' },
})
