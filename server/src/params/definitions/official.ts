// Official messages.
import type { ParamDefinition } from './definition.ts'

export const official = {
  message_pace: {
    group: 'official',
    type: 'integer',
    default: '5000',
    min: 10,
    max: 100_000,
    names: { en: 'Pace of system messages', cn: '系统消息发送速度' },
    description: {
      en: 'How many users per second one message is sent to.',
      cn: '单条消息每秒发送的用户数。',
    },
  },
  message_daily_cap: {
    group: 'official',
    type: 'integer',
    default: '5',
    min: 1,
    max: 100,
    names: { en: 'System messages per user and day', cn: '每人每日系统消息上限' },
    description: {
      en: 'Users who have received this many in a business day are skipped; notices about their account are always sent.',
      cn: '一个业务日内已收到此数量消息的用户将被跳过；有关账号的通知不受限制。',
    },
  },
  message_keep_days: {
    group: 'official',
    type: 'integer',
    default: '90',
    unit: 'd',
    min: 2,
    max: 730,
    names: { en: 'Keep recipients of messages', cn: '消息收件人保留天数' },
    description: {
      en: 'How many days after a message has ended its list of recipients is deleted. Its figures and curve stay.',
      cn: '消息发送结束后多少天删除收件人名单；统计数据与曲线保留。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
