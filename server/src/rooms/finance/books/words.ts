// The holders of accounts in exported files.
import type { Language } from '../../../kit/context.ts'
import { type Words, wordIn } from '../../../kit/words.ts'

const holders: Words = {
  platform: { en: 'Platform', cn: '平台' },
  user: { en: 'Users', cn: '用户' },
  agent: { en: 'Top-up agents', cn: '充值代理' },
  guild: { en: 'Guilds', cn: '公会' },
  promoter: { en: 'Promoters', cn: '推广商' },
}

export const holderWord = (holder: string, language: Language): string => wordIn(holders, holder, language)
