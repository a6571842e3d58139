// Decisions about the platform itself.
import { amountOf, type Form, inForm, listOf, type Sentence } from './words.ts'

export const paramChanged = (form: Form, about: { key: string; from: string; to: string }): Sentence =>
  inForm(
    form,
    {
      en: `${about.key} changed from ${about.from} to ${about.to}`,
      cn: `已将 ${about.key} 由 ${about.from} 改为 ${about.to}`,
    },
    {
      en: `Change ${about.key} from ${about.from} to ${about.to}`,
      cn: `将 ${about.key} 由 ${about.from} 改为 ${about.to}`,
    },
  )

/** Whether staff may change a parameter's value. */
export const paramLocked = (form: Form, about: { key: string; editable: boolean }): Sentence =>
  about.editable
    ? inForm(
        form,
        { en: `${about.key} may be changed again`, cn: `已允许修改 ${about.key}` },
        { en: `Allow changes of ${about.key}`, cn: `允许修改 ${about.key}` },
      )
    : inForm(
        form,
        { en: `${about.key} locked against changes`, cn: `已锁定 ${about.key}` },
        { en: `Lock ${about.key} against changes`, cn: `锁定 ${about.key}` },
      )

export const clientAdded = (form: Form, about: { name: string; endpoint: string }): Sentence => {
  const to =
    about.endpoint === ''
      ? { en: '', cn: '' }
      : { en: `, commands to ${about.endpoint}`, cn: `，指令发往 ${about.endpoint}` }
  return inForm(
    form,
    { en: `App client ${about.name} added${to.en}`, cn: `已新增应用对接 ${about.name}${to.cn}` },
    { en: `Add app client ${about.name}${to.en}`, cn: `新增应用对接 ${about.name}${to.cn}` },
  )
}

export const endpointChanged = (form: Form, about: { name: string; from: string; to: string }): Sentence => {
  const [from, to] = [about.from || '–', about.to || '–']
  return inForm(
    form,
    {
      en: `Endpoint of app client ${about.name} changed from ${from} to ${to}`,
      cn: `已将应用对接 ${about.name} 的地址由 ${from} 改为 ${to}`,
    },
    {
      en: `Change the endpoint of app client ${about.name} from ${from} to ${to}`,
      cn: `将应用对接 ${about.name} 的地址由 ${from} 改为 ${to}`,
    },
  )
}

export const secretRotated = (form: Form, about: { name: string; hours: number }): Sentence => {
  const kept = `${about.hours} hour${about.hours === 1 ? '' : 's'}`
  const old =
    about.hours === 0
      ? { en: 'the one before ends at once', cn: '原密钥立即作废' }
      : { en: `the one before stays valid for ${kept}`, cn: `原密钥继续有效 ${about.hours} 小时` }
  return inForm(
    form,
    {
      en: `New secret for app client ${about.name}; ${old.en}`,
      cn: `已为应用对接 ${about.name} 生成新密钥，${old.cn}`,
    },
    {
      en: `Make a new secret for app client ${about.name}; ${old.en}`,
      cn: `为应用对接 ${about.name} 生成新密钥，${old.cn}`,
    },
  )
}

const verbs = {
  asked: { en: 'Approval asked', cn: '提交审批' },
  approved: { en: 'Approved', cn: '审批通过' },
  refused: { en: 'Refused', cn: '审批拒绝' },
  cancelled: { en: 'Cancelled', cn: '撤回审批' },
  lapsed: { en: 'Lapsed', cn: '审批过期' },
  failed: { en: 'Approved, but could not be applied', cn: '已批准，但未能生效' },
  pending: { en: 'Waiting', cn: '等待审批' },
} as const satisfies Record<string, Sentence>

/** What became of something that waited for a second member of staff: `Approved: Grant 250,000 tokens to …`. */
export const approvalEnded = (how: keyof typeof verbs, title: Sentence): Sentence => ({
  en: `${verbs[how].en}: ${title.en}`,
  cn: `${verbs[how].cn}：${title.cn}`,
})

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

/** `Password of anna reset`: what belongs to accounts and was ended. */
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

const exportEnds = {
  started: { en: 'export started', cn: '已开始导出' },
  done: { en: 'exported', cn: '已导出' },
  failed: { en: 'export failed', cn: '导出失败' },
  cancelled: { en: 'export cancelled', cn: '已取消导出' },
} as const satisfies Record<string, Sentence>

/** `Users: exported, 1,200 rows (XLSX)`; `list` is its name in both languages. */
export function exportTold(about: {
  list: Sentence
  format: string
  state: keyof typeof exportEnds
  rows?: number
}): Sentence {
  const { list, state, rows } = about
  const format = about.format.toUpperCase()
  const count =
    rows === undefined ? { en: '', cn: '' } : { en: `, ${amountOf(rows)} rows`, cn: `，${amountOf(rows)} 行` }
  const end = exportEnds[state]
  return { en: `${list.en}: ${end.en}${count.en} (${format})`, cn: `${list.cn}：${end.cn}${count.cn}（${format}）` }
}
