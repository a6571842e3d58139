// Setting up a new installation, and the state of one that runs: /setup and System → Installation.
import { declare } from './call.ts'
import type * as schema from './installation.schema.ts'

const menu = { menu: 'system.installation' } as const

/** Every step of setting up with its state, as the server sees it. */
export const setupState = declare<typeof schema.setupState>('setupState', {
  ...menu,
  method: 'GET',
  path: '/sys/installation/setup',
  level: 'read',
})

/** Says that a step is done, passes it over with a word, or takes that back. */
export const setupStepSet = declare<typeof schema.setupStepSet>('setupStepSet', {
  ...menu,
  method: 'POST',
  path: '/sys/installation/step',
  level: 'write',
  operation: 'installation.step',
  codes: [11004, 20000],
  fieldCodes: { word: 11004 },
})

/** A message as log-ins send them, whose code opens nothing. Limited like these. */
export const smsTest = declare<typeof schema.smsTest>('smsTest', {
  ...menu,
  method: 'POST',
  path: '/sys/installation/sms',
  level: 'write',
  operation: 'installation.smsTest',
  creates: true,
  codes: [11001, 11002, 30010, 30022, 1000104, 1000174, 1000175],
})

/** The alarms of the installation: what stands, and what ended lately. */
export const alarmList = declare<typeof schema.alarmList>('alarmList', {
  ...menu,
  method: 'GET',
  path: '/sys/installation/alarms',
  level: 'read',
})

/** A mail to an address that the caller names, and what the mail server answers. It opens nothing. */
export const mailTest = declare<typeof schema.mailTest>('mailTest', {
  ...menu,
  method: 'POST',
  path: '/sys/installation/mail',
  level: 'write',
  operation: 'installation.mailTest',
  creates: true,
  codes: [20000],
})

/** Sends a letter again that was given up. */
export const messageAgain = declare<typeof schema.messageAgain>('messageAgain', {
  ...menu,
  method: 'POST',
  path: '/sys/installation/message/again',
  level: 'write',
  operation: 'message.again',
  codes: [10032],
})

/** Gives a letter up for ever, and forgets what it said. */
export const messageWithdraw = declare<typeof schema.messageWithdraw>('messageWithdraw', {
  ...menu,
  method: 'POST',
  path: '/sys/installation/message/withdraw',
  level: 'write',
  operation: 'message.withdraw',
  codes: [10032],
})

/** Version, health of every part, sizes, and the last backup. */
export const installationState = declare<typeof schema.installationState>('installationState', {
  ...menu,
  method: 'GET',
  path: '/sys/installation/state',
  level: 'read',
})

/** What the server's metrics say, for administrators: this process, the app, the database, background work. */
export const healthState = declare<typeof schema.healthState>('healthState', {
  menu: 'system.health',
  method: 'GET',
  path: '/sys/health/state',
  level: 'read',
})
