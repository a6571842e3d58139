// The System area: gift templates, whitelist, versions and countries.
import { declare } from './call.ts'
import type * as schema from './systemRecords.schema.ts'

// Gift templates ------------------------------------------------------------------------------------------------------

export const giftTemplateList = declare<typeof schema.giftTemplateList>('giftTemplateList', {
  method: 'GET',
  path: '/sys/giftTemplate/list',
  level: 'read',
  menu: 'system.giftTemplate',
  exportable: true,
})

export const giftTemplateInfo = declare<typeof schema.giftTemplateInfo>('giftTemplateInfo', {
  method: 'GET',
  path: '/sys/giftTemplate/info',
  level: 'read',
  menu: 'system.giftTemplate',
  codes: [10032],
})

export const giftTemplateSave = declare<typeof schema.giftTemplateSave>('giftTemplateSave', {
  method: 'POST',
  path: '/sys/giftTemplate/save',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.save',
  codes: [10032, 70001, 70004, 70005, 70006, 70007, 90003],
  fieldCodes: { name: 70001, giftIds: 70007 },
})

export const giftTemplateUpdate = declare<typeof schema.giftTemplateUpdate>('giftTemplateUpdate', {
  method: 'POST',
  path: '/sys/giftTemplate/update',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.update',
  codes: [10032, 20000, 70001, 70004, 70005, 70006, 70007, 90003, 90006],
  fieldCodes: { name: 70001, giftIds: 70007 },
})

export const giftTemplateGifts = declare<typeof schema.giftTemplateGifts>('giftTemplateGifts', {
  method: 'GET',
  path: '/sys/giftTemplate/gifts',
  level: 'read',
  menu: 'system.giftTemplate',
})

/** One enabled template per scene (90006). */
export const giftTemplateEnable = declare<typeof schema.giftTemplateEnable>('giftTemplateEnable', {
  method: 'POST',
  path: '/sys/giftTemplate/enable',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.enable',
  codes: [10032, 20000, 90006],
})

export const giftTemplateDelete = declare<typeof schema.giftTemplateDelete>('giftTemplateDelete', {
  method: 'POST',
  path: '/sys/giftTemplate/delete',
  level: 'write',
  menu: 'system.giftTemplate',
  operation: 'giftTemplate.delete',
  codes: [10032, 11004, 90006],
  fieldCodes: { reason: 11004 },
})

// Whitelist -----------------------------------------------------------------------------------------------------------

export const whitelistList = declare<typeof schema.whitelistList>('whitelistList', {
  method: 'GET',
  path: '/sys/whitelist/list',
  level: 'read',
  menu: 'system.whitelist',
  exportable: true,
})

export const whitelistInfo = declare<typeof schema.whitelistInfo>('whitelistInfo', {
  method: 'GET',
  path: '/sys/whitelist/info',
  level: 'read',
  menu: 'system.whitelist',
  codes: [10032],
})

export const whitelistSave = declare<typeof schema.whitelistSave>('whitelistSave', {
  method: 'POST',
  path: '/sys/whitelist/save',
  level: 'write',
  menu: 'system.whitelist',
  operation: 'whitelist.save',
  codes: [10027, 21001],
})

export const whitelistUpdate = declare<typeof schema.whitelistUpdate>('whitelistUpdate', {
  method: 'POST',
  path: '/sys/whitelist/update',
  level: 'write',
  menu: 'system.whitelist',
  operation: 'whitelist.update',
  codes: [10032, 20000],
})

export const whitelistDelete = declare<typeof schema.whitelistDelete>('whitelistDelete', {
  method: 'POST',
  path: '/sys/whitelist/delete',
  level: 'write',
  menu: 'system.whitelist',
  operation: 'whitelist.delete',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
  over: { whitelistList: 'id' },
})

// App versions --------------------------------------------------------------------------------------------------------

export const versionList = declare<typeof schema.versionList>('versionList', {
  method: 'GET',
  path: '/sys/version/list',
  level: 'read',
  menu: 'system.version',
  exportable: true,
})

export const versionInfo = declare<typeof schema.versionInfo>('versionInfo', {
  method: 'GET',
  path: '/sys/version/info',
  level: 'read',
  menu: 'system.version',
  codes: [10032],
})

export const versionSave = declare<typeof schema.versionSave>('versionSave', {
  method: 'POST',
  path: '/sys/version/save',
  level: 'write',
  menu: 'system.version',
  operation: 'version.save',
  codes: [10027],
})

export const versionUpdate = declare<typeof schema.versionUpdate>('versionUpdate', {
  method: 'POST',
  path: '/sys/version/update',
  level: 'write',
  menu: 'system.version',
  operation: 'version.update',
  codes: [10032, 20000],
})

export const versionDelete = declare<typeof schema.versionDelete>('versionDelete', {
  method: 'POST',
  path: '/sys/version/delete',
  level: 'write',
  menu: 'system.version',
  operation: 'version.delete',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

// Countries -----------------------------------------------------------------------------------------------------------

export const countryList = declare<typeof schema.countryList>('countryList', {
  method: 'GET',
  path: '/sys/country/list',
  level: 'read',
  menu: 'system.country',
  exportable: true,
})

export const countryUpdate = declare<typeof schema.countryUpdate>('countryUpdate', {
  method: 'POST',
  path: '/sys/country/update',
  level: 'write',
  menu: 'system.country',
  operation: 'country.update',
  codes: [10032, 20000],
})

export const countryEnable = declare<typeof schema.countryEnable>('countryEnable', {
  method: 'POST',
  path: '/sys/country/enable',
  level: 'write',
  menu: 'system.country',
  operation: 'country.enable',
  codes: [10032, 20000],
})
