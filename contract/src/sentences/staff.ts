// Decisions about accounts of staff and roles.
import { listOf, type Sentence } from './words.ts'

const accountVerbs = {
  added: { en: 'added', cn: '已新增账号' },
  edited: { en: 'edited', cn: '已编辑账号' },
  enabled: { en: 'enabled', cn: '已启用账号' },
  disabled: { en: 'disabled', cn: '已停用账号' },
  deleted: { en: 'deleted', cn: '已删除账号' },
} as const satisfies Record<string, Sentence>

/** `Account anna disabled`. */
export function accountsChanged(names: readonly string[], how: keyof typeof accountVerbs): Sentence {
  const list = listOf(names)
  const verb = accountVerbs[how]
  return { en: `${names.length === 1 ? 'Account' : 'Accounts'} ${list.en} ${verb.en}`, cn: `${verb.cn} ${list.cn}` }
}

const ofAccount = {
  password: { en: 'Password of {} reset', cn: '已重置 {} 的密码' },
  authenticator: { en: 'Authenticator of {} unbound', cn: '已解绑 {} 的验证器' },
  sessions: { en: 'Sessions of {} ended', cn: '已结束 {} 的会话' },
} as const satisfies Record<string, Sentence>

/** `Password of anna reset`: what belonged to the accounts and was ended. */
export function accountsLost(names: readonly string[], what: keyof typeof ofAccount): Sentence {
  const list = listOf(names)
  const { en, cn } = ofAccount[what]
  return { en: en.replace('{}', () => list.en), cn: cn.replace('{}', () => list.cn) }
}

const roleVerbs = {
  added: { en: 'added', cn: '已新增角色' },
  edited: { en: 'edited', cn: '已编辑角色' },
  deleted: { en: 'deleted', cn: '已删除角色' },
} as const satisfies Record<string, Sentence>

/** `Role Night moderators edited`. */
export function rolesChanged(names: readonly string[], how: keyof typeof roleVerbs): Sentence {
  const list = listOf(names)
  const verb = roleVerbs[how]
  return { en: `${names.length === 1 ? 'Role' : 'Roles'} ${list.en} ${verb.en}`, cn: `${verb.cn} ${list.cn}` }
}
