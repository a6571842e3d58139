// The operation log's sentences about what users do with their own accounts.
import { isolated } from '../isolated.ts'
import type { guessKinds } from '../words.ts'
import { type Sentence } from './words.ts'

export const loggedIn = (username: string): Sentence => {
  const name = isolated(username)
  return { en: `${name} logged in`, cn: `${name} 已登录` }
}

export const staffLoggedOut = (username: string): Sentence => {
  const name = isolated(username)
  return { en: `${name} logged out`, cn: `${name} 已退出登录` }
}

/** A session, by its last IP address. */
export function sessionEnded(details: { username: string; ip: string }): Sentence {
  const name = isolated(details.username)
  return { en: `Session of ${name} at ${details.ip} ended`, cn: `已结束 ${name} 在 ${details.ip} 的会话` }
}

export function passwordChanged(username: string): Sentence {
  const name = isolated(username)
  return { en: `Password of ${name} changed`, cn: `${name} 已修改密码` }
}

export function passwordSetByCode(username: string): Sentence {
  const name = isolated(username)
  return { en: `Password of ${name} set by code`, cn: `${name} 已通过验证码设置密码` }
}

export function passwordSetByLink(username: string): Sentence {
  const name = isolated(username)
  return { en: `Password of ${name} set by link and code`, cn: `${name} 已凭链接和验证码设置密码` }
}

const languages = { en: { en: 'English', cn: '英文' }, cn: { en: 'Chinese', cn: '中文' } } as const

export function languageChosen(username: string, language: keyof typeof languages): Sentence {
  const name = isolated(username)
  const { en, cn } = languages[language]
  return { en: `${name} switched to ${en}`, cn: `${name} 已切换为${cn}` }
}

export function authenticatorBound(username: string): Sentence {
  const name = isolated(username)
  return { en: `Authenticator of ${name} bound`, cn: `${name} 已绑定验证器` }
}

/** After too many failures; without a name, no account has the typed name. */
export function accountFrozen(details: { username: string | undefined; minutes: number; failures: number }): Sentence {
  const { minutes, failures } = details
  const who =
    details.username === undefined
      ? { en: 'An unknown account name', cn: '不存在的账号名' }
      : { en: `Account ${isolated(details.username)}`, cn: `账号 ${isolated(details.username)}` }
  const length = `${minutes} minute${minutes === 1 ? '' : 's'}`
  return {
    en: `${who.en} frozen for ${length} after ${failures} failed attempts`,
    cn: `${who.cn} 连续失败 ${failures} 次，已冻结 ${minutes} 分钟`,
  }
}

/** `username`: undefined for strangers. */
export function guessesStopped(kind: (typeof guessKinds)[number], username: string | undefined): Sentence {
  const who =
    username === undefined
      ? { en: 'A visitor', cn: '访客' }
      : { en: `Account ${isolated(username)}`, cn: `账号 ${isolated(username)}` }
  const what = {
    leaderPhone: { en: 'a user’s phone', cn: '用户手机号' },
    inviter: { en: 'a registration code', cn: '邀请码' },
  }[kind]
  return {
    en: `${who.en} guessed ${what.en} too often and must wait an hour`,
    cn: `${who.cn} 猜测${what.cn}次数过多，须等待一小时`,
  }
}

/** `View Banned in Brazil of Users saved`; `list` is the list's name. */
export function viewChanged(details: { name: string; list: Sentence }, how: 'saved' | 'deleted'): Sentence {
  const name = isolated(details.name)
  const { en, cn } = { en: isolated(details.list.en), cn: isolated(details.list.cn) }
  return how === 'saved'
    ? { en: `View ${name} of ${en} saved`, cn: `已保存${cn}的视图 ${name}` }
    : { en: `View ${name} of ${en} deleted`, cn: `已删除${cn}的视图 ${name}` }
}

const purposes = {
  register: { en: 'registering', cn: '注册' },
  login: { en: 'logging in', cn: '登录' },
  withdraw: { en: 'withdrawing', cn: '提现' },
  reset: { en: 'setting a password', cn: '设置密码' },
} as const satisfies Record<string, Sentence>

/** `phone` is masked. */
export function codeSent(details: { purpose: keyof typeof purposes; phone: string; failed?: true }): Sentence {
  const { en, cn } = purposes[details.purpose]
  return details.failed
    ? { en: `Code for ${en} could not be sent to ${details.phone}`, cn: `向 ${details.phone} 发送${cn}验证码失败` }
    : { en: `Code for ${en} sent to ${details.phone}`, cn: `已向 ${details.phone} 发送${cn}验证码` }
}

/** A guild with the account of its leader. */
export function guildRegistered(details: { guild: string; username: string }): Sentence {
  const guild = isolated(details.guild)
  const username = isolated(details.username)
  return { en: `Guild ${guild} registered with account ${username}`, cn: `公会 ${guild} 已注册，账号 ${username}` }
}
