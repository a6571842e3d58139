// The Audit room's screens by menu key, loaded when opened. One workbench serves every item queue.
import type { MenuKey } from '@greenroom/contract/screens'
import type { itemKinds } from '@greenroom/contract/statesAndKinds'
import type { ComponentType } from 'react'

type AuditKey = Extract<MenuKey, `audits.${string}`>

const queue = (kind: (typeof itemKinds)[number]) => async () => {
  const { workbenchOf } = await import('./queue/Workbench.tsx')
  return { default: workbenchOf(kind) }
}

export const screens: Record<AuditKey, () => Promise<{ default: ComponentType }>> = {
  'audits.basic': queue('basic'),
  'audits.photo': queue('photo'),
  'audits.official': queue('official'),
  'audits.library': queue('library'),
  'audits.avatar': queue('avatar'),
  'audits.cover': queue('cover'),
  'audits.dynamic': queue('dynamic'),
  'audits.greeting': queue('greeting'),
  'audits.report': () => import('./report/ReportDesk.tsx'),
  'audits.log': () => import('./AuditLog.tsx'),
  'audits.template': () => import('./AuditTemplateList.tsx'),
  'audits.quality': () => import('./quality/Quality.tsx'),
}
