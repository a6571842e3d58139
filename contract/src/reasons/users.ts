import type { Sentence } from './sentence.ts'

export const users = {
  'user.unknown': { en: 'no such user: {ids}', cn: '用户不存在：{ids}' },
  'user.whitelisted': {
    en: 'on the whitelist: can only be banned individually',
    cn: '该用户在白名单中，只能单独手动封禁',
  },
  'user.banned': { en: 'already banned', cn: '已处于封禁状态' },
  'user.notBanned': { en: 'not banned', cn: '未被封禁' },
  'user.flagged': { en: 'already flagged', cn: '已有该标记' },
  'user.notFlagged': { en: 'not flagged', cn: '没有该标记' },
  'device.whitelisted': {
    en: 'on the whitelist: can only be banned individually',
    cn: '该设备在白名单中，只能单独手动封禁',
  },
  'device.banned': { en: 'already banned', cn: '设备已被封禁' },
  'device.notBanned': { en: 'not banned', cn: '设备未被封禁' },
  'contact.none': { en: 'not on record', cn: '没有登记该联系方式' },
} as const satisfies Record<string, Sentence>
