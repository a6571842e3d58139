// Broadcasts, calls and broadcast bans.
import type { ParamDefinition } from './definition.ts'

export const live = {
  call_free_seconds: {
    group: 'live',
    type: 'integer',
    default: '10',
    unit: 's',
    min: 0,
    max: 60,
    sensitive: true,
    names: { en: 'Free start of a call', cn: '通话免费时长' },
    description: { en: 'Shorter calls cost nothing.', cn: '短于此时长的通话不收费。' },
  },
  free_minute_price: {
    group: 'live',
    type: 'integer',
    default: '100',
    min: 1,
    max: 10_000,
    sensitive: true,
    names: { en: 'Highest price of a free minute', cn: '免费分钟的最高单价' },
    description: {
      en: 'Free call minutes are used first in calls that cost at most this many tokens per minute.',
      cn: '单价（代币/分钟）不高于此值的通话优先使用免费分钟。',
    },
  },
  call_silence_seconds: {
    group: 'live',
    type: 'integer',
    default: '90',
    unit: 's',
    min: 30,
    max: 3_600,
    names: { en: 'Calls without minutes end after', cn: '通话无上报后结束' },
    description: {
      en: 'A call counts as ended if the app has reported no minute for this long.',
      cn: '应用在此时间内未上报通话分钟的通话视为已结束。',
    },
  },
  live_silence_seconds: {
    group: 'live',
    type: 'integer',
    default: '60',
    unit: 's',
    min: 10,
    max: 3_600,
    names: { en: 'Broadcasts without a heartbeat end after', cn: '直播无心跳后结束' },
    description: {
      en: 'A broadcast counts as ended if it had no heartbeat for this long.',
      cn: '在此时间内没有心跳的直播视为已结束。',
    },
  },
  forbid_ladder_days: {
    group: 'live',
    type: 'integer',
    default: '90',
    unit: 'd',
    min: 1,
    max: 3_650,
    names: { en: 'Escalation looks back', cn: '累进处罚回溯时间' },
    description: {
      en: 'Warnings and broadcast bans within this time determine the suggested next step.',
      cn: '建议下一档禁播时长时，统计此时间内的警告与禁播记录。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
