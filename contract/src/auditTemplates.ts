// The Audit area: reason templates.

import { queueMenus } from './audits.ts'
import type * as schema from './auditTemplates.schema.ts'
import { declare } from './call.ts'

/** The enabled templates of a queue, in order, as the desk offers them. */
export const auditTemplateChoices = declare<typeof schema.auditTemplateChoices>('auditTemplateChoices', {
  method: 'GET',
  path: '/audit/template/choices',
  level: 'read',
  menuBy: queueMenus,
})

export const auditTemplateList = declare<typeof schema.auditTemplateList>('auditTemplateList', {
  method: 'GET',
  path: '/audit/template/list',
  level: 'read',
  menu: 'audits.template',
  exportable: true,
})

export const auditTemplateSave = declare<typeof schema.auditTemplateSave>('auditTemplateSave', {
  method: 'POST',
  path: '/audit/template/save',
  level: 'write',
  menu: 'audits.template',
  operation: 'auditTemplate.save',
  codes: [10027, 90002],
})

export const auditTemplateUpdate = declare<typeof schema.auditTemplateUpdate>('auditTemplateUpdate', {
  method: 'POST',
  path: '/audit/template/update',
  level: 'write',
  menu: 'audits.template',
  operation: 'auditTemplate.update',
  codes: [10027, 10032, 20000, 90002],
})

export const auditTemplateEnable = declare<typeof schema.auditTemplateEnable>('auditTemplateEnable', {
  method: 'POST',
  path: '/audit/template/enable',
  level: 'write',
  menu: 'audits.template',
  operation: 'auditTemplate.enable',
  codes: [10032, 20000],
})
