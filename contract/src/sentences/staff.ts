// Decisions about accounts of staff and roles.
import { changed, listOf, type Sentence } from './words.ts'

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

const account = { en: 'Account', cn: '账号' }
const asked = {
  password: { en: 'Reset the password of {}', cn: '重置 {} 的密码' },
  authenticator: { en: 'Unbind the authenticator of {}', cn: '解绑 {} 的验证器' },
} as const satisfies Record<string, Sentence>

/** `Add account anna`, `Reset the password of anna`: what waits for a second member of staff. */
export function accountAsked(username: string, what: 'added' | 'edited' | 'enabled' | keyof typeof asked): Sentence {
  if (what !== 'password' && what !== 'authenticator') return changed(account, username, what, 'request')
  const name = listOf([username])
  return { en: asked[what].en.replace('{}', () => name.en), cn: asked[what].cn.replace('{}', () => name.cn) }
}

/** `Edit role Night moderators`. */
export const roleAsked = (name: string): Sentence => changed({ en: 'Role', cn: '角色' }, name, 'edited', 'request')

/** The code with which accounts set their passwords. */
export function codesFetched(names: readonly string[]): Sentence {
  const list = listOf(names)
  return { en: `Code for a new password of ${list.en} fetched`, cn: `已获取 ${list.cn} 的新密码验证码` }
}

/** `npm run reset-account`. */
export function accountReset(username: string): Sentence {
  const { en, cn } = listOf([username])
  return { en: `Account ${en} reset on the server`, cn: `已在服务器上重置账号 ${cn}` }
}

/** `npm run admit`: a request that nobody else approved. */
export const admitted = (title: Sentence): Sentence => ({
  en: `Approved on the server: ${title.en}`,
  cn: `已在服务器上批准：${title.cn}`,
})

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
