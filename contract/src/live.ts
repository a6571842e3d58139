// The Live area. For now: what a person's page asks.
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
