// The Live area: records of what happened live, and what a person's page asks.
import { declare } from './call.ts'
import type * as schema from './live.schema.ts'

export const userCallList = declare<typeof schema.userCallList>('userCallList', {
  method: 'GET',
  path: '/live/user/calls',
  level: 'read',
  menu: 'users.list',
})

export const userLiveList = declare<typeof schema.userLiveList>('userLiveList', {
  method: 'GET',
  path: '/live/user/broadcasts',
  level: 'read',
  menu: 'users.list',
})

export const userGiftList = declare<typeof schema.userGiftList>('userGiftList', {
  method: 'GET',
  path: '/live/user/gifts',
  level: 'read',
  menu: 'users.list',
})

export const liveRecordList = declare<typeof schema.liveRecordList>('liveRecordList', {
  method: 'GET',
  path: '/live/record/list',
  level: 'read',
  menu: 'live.records',
  exportable: true,
})

export const liveCallList = declare<typeof schema.liveCallList>('liveCallList', {
  method: 'GET',
  path: '/live/call/list',
  level: 'read',
  menu: 'live.calls',
  exportable: true,
})

export const liveGiftList = declare<typeof schema.liveGiftList>('liveGiftList', {
  method: 'GET',
  path: '/live/gift/list',
  level: 'read',
  menu: 'live.gifts',
  exportable: true,
})
