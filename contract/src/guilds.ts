// Guild ("union" on the wire): the public registration calls.
import { declare } from './call.ts'
import type * as schema from './guilds.schema.ts'

const registrationCodes = [
  10028, 12004, 30001, 30002, 30005, 30006, 30007, 30010, 30014, 30015, 30017, 30018, 30019, 30020, 30021, 30022,
] as const

/** Checks one field while the applicant types; `checkType` names which. */
export const unionRegisterCheck = declare<typeof schema.unionRegisterCheck>('unionRegisterCheck', {
  method: 'POST',
  path: '/union/register/info/check',
  encoding: 'json',
  level: 'public',
  codes: registrationCodes,
  fieldCodes: {
    areaCode: 30022,
    phoneNum: 30022,
    unionName: 30014,
    leaderName: 30015,
    leaderEmail: 30018,
    cmsUserName: 12004,
    userNumber: 30005,
    parentId: 30020,
    sysInviterId: 30021,
  },
})

/** Sends a six-digit code; `validate` is its purpose. */
export const smsSend = declare<typeof schema.smsSend>('smsSend', {
  method: 'POST',
  path: '/union/sms/send',
  encoding: 'json',
  level: 'public',
  operation: 'sms.send',
  codes: [11001, 11002, 12003, 30010, 30022, 1000027, 1000104, 1000174, 1000175],
  fieldCodes: { phoneNumber: 30022, areaCode: 30022 },
})

/** Registers a guild, which waits for review; its account is disabled until then. */
export const unionRegister = declare<typeof schema.unionRegister>('unionRegister', {
  method: 'POST',
  path: '/union/register',
  encoding: 'json',
  level: 'public',
  operation: 'union.register',
  codes: [...registrationCodes, 12001, 12002, 12007],
  fieldCodes: {
    areaCode: 30022,
    leaderPhone: 30010,
    unionName: 30014,
    leaderName: 30015,
    leaderEmail: 30018,
    cmsUserName: 12004,
    cmsPassWord: 12007,
    smsCode: 12001,
    parentId: 30020,
    sysInviterId: 30021,
  },
})
