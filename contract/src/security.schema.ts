// Payloads and results of the calls of `security.ts`.
import { z } from 'zod'
import { areaCode, count, instant, jsonOf, line, nothing, optional, rowId, typedCode } from './fields.ts'

const encoded = (max: number) => z.string().max(max)
const challenge = z.string().min(1).max(100)
const transports = z.array(z.string().max(20)).max(10).optional()
const extensions = z.record(z.string(), z.unknown())
const kind = z.literal('public-key')

/** What a browser made with `navigator.credentials.create`, as WebAuthn's JSON; binary values are base64url. */
export const newPasskey = z.object({
  id: encoded(2_000),
  rawId: encoded(2_000),
  type: kind,
  response: z.object({
    clientDataJSON: encoded(10_000),
    attestationObject: encoded(50_000),
    transports,
  }),
  clientExtensionResults: extensions,
})

/** What a passkey signed: `navigator.credentials.get`. */
export const signedPasskey = z.object({
  id: encoded(2_000),
  rawId: encoded(2_000),
  type: kind,
  response: z.object({
    clientDataJSON: encoded(10_000),
    authenticatorData: encoded(10_000),
    signature: encoded(10_000),
    userHandle: optional(encoded(200)),
  }),
  clientExtensionResults: extensions,
})

/** A token, and what the browser's call takes. */
const asked = z.object({ challenge: z.string(), options: z.record(z.string(), z.unknown()) })

/**
 * Who is there: by a factor if the account has one, else by the password. `code`: of the authenticator, or a recovery code, which it uses up.
 */
const proof = {
  password: optional(z.string().min(1).max(200)),
  code: optional(z.string().trim().max(40)),
  challenge: optional(challenge),
  passkey: optional(jsonOf(signedPasskey)),
}

export const passkeyAsk = { payload: z.object({}), answer: asked }

export const passkeyLogin = {
  payload: z.object({ challenge, credential: jsonOf(signedPasskey) }),
  answer: z.object({
    token: z.string(),
    fileUrl: z.string(),
    landingPageKey: z.string(),
    checkPhoneNumber: z.literal(false),
  }),
}

export const securityInfo = {
  payload: z.object({}),
  answer: z.object({
    /** The relying party: passkeys work where the address bar shows this host, or one below it. */
    host: z.string(),
    /** What the account's roles ask for at log-in: `google` is a passkey or an authenticator. */
    asks: z.enum(['none', 'sms', 'google', 'passkey']),
    /** How the holder proves to be there. */
    proofs: z.array(z.enum(['password', 'google', 'passkey', 'recovery'])),
    passkeys: z.array(
      z.object({
        passkeyId: count(),
        name: z.string(),
        createdAt: instant(),
        lastUsedAt: instant().nullable(),
        /** It is on more than one device. */
        synced: z.boolean(),
      }),
    ),
    authenticatorAt: instant().nullable(),
    recovery: z.object({ left: count(), madeAt: instant().nullable() }),
    /** Masked; empty without one. */
    phone: z.string(),
    /**
     * True, or why the holder cannot change it. `registration`: it belongs to a guild or an agent. `unproven`: codes are sent to nobody here, and the
     * account has a right that counts, whose number another account must set.
     */
    mayChangePhone: z.literal(true).or(z.enum(['registration', 'unproven'])),
    /** Masked, empty without one; `works`: mail can be sent from here. */
    mail: z.object({ address: z.string(), works: z.boolean() }),
    logins: z.array(
      z.object({
        at: instant(),
        ip: z.string(),
        /** With what; null for a try that failed. */
        factor: z.enum(['none', 'sms', 'google', 'passkey']).nullable(),
      }),
    ),
  }),
}

export const passkeyProve = { payload: z.object({}), answer: asked }

export const passkeyAddAsk = { payload: z.object(proof), answer: asked }

export const passkeyAdd = {
  payload: z.object({ challenge, credential: jsonOf(newPasskey), name: line(50) }),
  answer: z.object({ passkeyId: count() }),
}

export const passkeyRename = { payload: z.object({ passkeyId: rowId(), name: line(50) }), answer: nothing() }

export const passkeyRemove = { payload: z.object({ passkeyId: rowId(), ...proof }), answer: nothing() }

export const authenticatorAsk = {
  payload: z.object(proof),
  answer: z.object({ challenge: z.string(), secret: z.string(), otpauthUrl: z.string(), qrCode: z.string() }),
}

export const authenticatorBind = { payload: z.object({ challenge, macCode: typedCode() }), answer: nothing() }

export const authenticatorRemove = { payload: z.object(proof), answer: nothing() }

export const recoveryRenew = { payload: z.object(proof), answer: z.object({ codes: z.array(z.string()) }) }

export const ownPhoneCode = {
  payload: z.object({ areaCode: areaCode(), phoneNumber: z.string().trim().max(40) }),
  answer: z.object({ retryAfterSeconds: count() }),
}

export const ownPhoneChange = {
  payload: z.object({
    areaCode: areaCode(),
    phoneNumber: z.string().trim().max(40),
    /** Sent to the new number. */
    smsCode: typedCode(),
    ...proof,
  }),
  answer: nothing(),
}

const address = z.email().max(320)

export const ownMailCode = {
  payload: z.object({ email: address }),
  answer: z.object({ retryAfterSeconds: count() }),
}

export const ownMailChange = {
  payload: z.object({
    email: address,
    /** Sent to that address. */
    mailCode: typedCode(),
    ...proof,
  }),
  answer: nothing(),
}

export const ownMailRemove = { payload: z.object(proof), answer: nothing() }

export const sessionEndOthers = { payload: z.object({}), answer: z.object({ ended: count() }) }
