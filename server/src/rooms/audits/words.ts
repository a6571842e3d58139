// Texts of the Audit area's codes, for exported files.
import type { auditKinds, decisions, itemStates, reviewPurposes } from '@greenroom/contract/words'
import type { Language } from '../../kit/context.ts'

type Names = Readonly<Record<Language, string>>

const kinds: Readonly<Record<(typeof auditKinds)[number], Names>> = {
  basic: { en: 'Basic info', cn: '基本信息' },
  photo: { en: 'Photo', cn: '照片' },
  official: { en: 'Official certification', cn: '官方认证' },
  library: { en: 'Photo library', cn: '相册' },
  avatar: { en: 'Avatar', cn: '头像' },
  cover: { en: 'Live cover', cn: '直播封面' },
  dynamic: { en: 'Post', cn: '动态' },
  greeting: { en: 'Bulk greeting', cn: '群发打招呼' },
  report: { en: 'Report', cn: '举报' },
}

const states: Readonly<Record<(typeof itemStates)[number] | (typeof decisions)[number], Names>> = {
  'not audited': { en: 'Not audited', cn: '未审核' },
  passed: { en: 'Passed', cn: '已通过' },
  failed: { en: 'Failed', cn: '不通过' },
}

const purposes: Readonly<Record<(typeof reviewPurposes)[number] | 'overturn', Names>> = {
  first: { en: 'First review', cn: '初审' },
  appeal: { en: 'Appeal', cn: '申诉' },
  quality: { en: 'Second review', cn: '复审' },
  overturn: { en: 'Overturned', cn: '改判' },
}

export const nameOfKind = (kind: keyof typeof kinds, language: Language): string => kinds[kind][language]
export const nameOfState = (state: keyof typeof states, language: Language): string => states[state][language]
export const nameOfPurpose = (purpose: keyof typeof purposes, language: Language): string => purposes[purpose][language]
