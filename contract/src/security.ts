// What holders do with what they log in with: passkeys, authenticator, recovery codes, number, sessions.
import { declare, everyAccount } from './call.ts'
import type * as schema from './security.schema.ts'

/** What a passkey of this installation signs to log in. */
export const passkeyAsk = declare<typeof schema.passkeyAsk>('passkeyAsk', {
  method: 'POST',
  path: '/sys/login/passkey/ask',
  level: 'public',
})

/** Logs in with a passkey alone: user verification makes it log-in and second factor at once. */
export const passkeyLogin = declare<typeof schema.passkeyLogin>('passkeyLogin', {
  method: 'POST',
  path: '/sys/login/passkey',
  level: 'public',
  operation: 'session.login',
  codes: [10005, 12002, 12005, 12006, 30003, 30004, 30006, 1000027],
})

export const securityInfo = declare<typeof schema.securityInfo>('securityInfo', {
  method: 'GET',
  path: '/sys/security',
  level: 'signed-in',
  for: everyAccount,
})

/** What one of the caller's passkeys signs to prove that the holder is there. */
export const passkeyProve = declare<typeof schema.passkeyProve>('passkeyProve', {
  method: 'POST',
  path: '/sys/security/passkey/prove',
  level: 'signed-in',
  for: everyAccount,
})

/** Codes of a proof: too many wrong ones, wrong, the password, the challenge. */
const proofCodes = [10005, 12001, 12002, 12005, 1000027] as const

/** With a proof: what the browser makes a passkey from. */
export const passkeyAddAsk = declare<typeof schema.passkeyAddAsk>('passkeyAddAsk', {
  method: 'POST',
  path: '/sys/security/passkey/ask',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.prove',
  codes: [...proofCodes, 20000],
})

export const passkeyAdd = declare<typeof schema.passkeyAdd>('passkeyAdd', {
  method: 'POST',
  path: '/sys/security/passkey/add',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.passkeyAdd',
  creates: true,
  codes: [10027, 12002, 20000, 1000027],
})

export const passkeyRename = declare<typeof schema.passkeyRename>('passkeyRename', {
  method: 'POST',
  path: '/sys/security/passkey/rename',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.passkeyRename',
  codes: [10032],
})

/** Ends the other sessions that were opened with it. The last factor stays while a role asks for one. */
export const passkeyRemove = declare<typeof schema.passkeyRemove>('passkeyRemove', {
  method: 'POST',
  path: '/sys/security/passkey/remove',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.passkeyRemove',
  codes: [...proofCodes, 10032, 20000],
})

/** With a proof, which is the old one if the account has one: the secret of a new authenticator. */
export const authenticatorAsk = declare<typeof schema.authenticatorAsk>('authenticatorAsk', {
  method: 'POST',
  path: '/sys/security/authenticator/ask',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.prove',
  codes: [...proofCodes],
})

/** Binds the new authenticator, in place of the old one, by a code of it. */
export const authenticatorBind = declare<typeof schema.authenticatorBind>('authenticatorBind', {
  method: 'POST',
  path: '/sys/security/authenticator/bind',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.googleBind',
  codes: [10005, 12001, 12002, 1000027],
})

/** The last factor stays while a role asks for one. */
export const authenticatorRemove = declare<typeof schema.authenticatorRemove>('authenticatorRemove', {
  method: 'POST',
  path: '/sys/security/authenticator/remove',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.googleRemove',
  codes: [...proofCodes, 20000],
})

/** Ten new codes, shown once; those before are void. Only beside a passkey or an authenticator. */
export const recoveryRenew = declare<typeof schema.recoveryRenew>('recoveryRenew', {
  method: 'POST',
  path: '/sys/security/recovery/renew',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.recoveryRenew',
  creates: true,
  secrets: ['codes'],
  codes: [...proofCodes, 20000],
})

/** Sends a code to the number that the caller wants to have. */
export const ownPhoneCode = declare<typeof schema.ownPhoneCode>('ownPhoneCode', {
  method: 'POST',
  path: '/sys/security/phone/code',
  level: 'signed-in',
  operation: 'sms.send',
  creates: true,
  codes: [11001, 11002, 30010, 30022, 1000104, 1000174, 1000175],
  fieldCodes: { phoneNumber: 30022, areaCode: 30022 },
})

/** The caller's own number, by a code sent to it and a proof. Staff only: a leader's and an agent's belongs to the guild and the application. */
export const ownPhoneChange = declare<typeof schema.ownPhoneChange>('ownPhoneChange', {
  method: 'POST',
  path: '/sys/security/phone',
  level: 'signed-in',
  operation: 'account.phone',
  codes: [...proofCodes, 30010, 30022],
  fieldCodes: { phoneNumber: 30022, areaCode: 30022, smsCode: 12001 },
})

/** Sends a code to the mail address that the caller wants to have. */
export const ownMailCode = declare<typeof schema.ownMailCode>('ownMailCode', {
  method: 'POST',
  path: '/sys/security/mail/code',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.mailCode',
  creates: true,
  codes: [20000, 30018, 1000104, 1000174, 1000175],
  fieldCodes: { email: 30018 },
})

/** The caller's own mail address, by a code sent to it and a proof. The address before it is told. */
export const ownMailChange = declare<typeof schema.ownMailChange>('ownMailChange', {
  method: 'POST',
  path: '/sys/security/mail',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.mail',
  codes: [...proofCodes, 30018],
  fieldCodes: { email: 30018, mailCode: 12001 },
})

/** From then on nothing is sent by mail. */
export const ownMailRemove = declare<typeof schema.ownMailRemove>('ownMailRemove', {
  method: 'POST',
  path: '/sys/security/mail/remove',
  level: 'signed-in',
  for: everyAccount,
  operation: 'account.mail',
  codes: [...proofCodes, 20000],
})

/** Ends every session of the caller but this one. */
export const sessionEndOthers = declare<typeof schema.sessionEndOthers>('sessionEndOthers', {
  method: 'POST',
  path: '/sys/session/endOthers',
  level: 'signed-in',
  for: everyAccount,
  operation: 'session.end',
})
