// What an account is told outside the screens, how, and when not: its own choice.
import { declare, everyAccount } from './call.ts'
import type * as schema from './told.schema.ts'

export const toldSettings = declare<typeof schema.toldSettings>('toldSettings', {
  method: 'GET',
  path: '/sys/told/settings',
  level: 'signed-in',
  for: everyAccount,
})

/** Topics that are not named stay as they are. */
export const toldSettingsSave = declare<typeof schema.toldSettingsSave>('toldSettingsSave', {
  method: 'POST',
  path: '/sys/told/settings',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.told',
})
