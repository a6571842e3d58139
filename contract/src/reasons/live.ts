import type { Sentence } from './sentence.ts'

export const live = {
  'forbid.already': { en: 'already banned from broadcasting', cn: '已处于禁播状态' },
  'forbid.over': { en: 'already ended', cn: '该禁播已结束' },
  'forbid.otherBroadcast': { en: 'not a broadcast of these users', cn: '不是这些用户的直播' },
  'forbid.hours': { en: 'must be one of {hours}', cn: '时长只能是 {hours}' },
  'live.never': { en: 'never broadcast', cn: '从未直播' },
  'live.notFound': { en: 'no such broadcast or call', cn: '该直播或通话不存在' },
  'live.endedByStaff': { en: 'ended by staff', cn: '已由后台结束' },
  'live.endedSilent': { en: 'ended by the platform: the app reported nothing more', cn: '应用不再上报，已由平台结束' },
  'live.ended': { en: 'ended by the app', cn: '已结束' },
  'live.endedFor': { en: 'ended by the app: {reason}', cn: '已结束：{reason}' },
  'live.whoOfTwo': { en: 'choose one of the two', cn: '请选择是哪一方' },
  'live.notOfIt': { en: 'not part of this broadcast or call', cn: '不是该直播或通话中的用户' },
} as const satisfies Record<string, Sentence>
