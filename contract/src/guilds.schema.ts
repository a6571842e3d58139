// Payloads and results of the public guild registration calls.
import { z } from 'zod'
import { id, maxInteger, nothing, optional, whole } from './fields.ts'
import { limits } from './limits.ts'

const text = (max: number) => optional(z.string().trim().max(max))
const areaCode = () =>
  z
    .string()
    .trim()
    .regex(/^\+?\d{1,4}$/)
const code = () => z.string().trim().max(20)

export const checkTypes = [
  'unionName',
  'phone',
  'cmsUserName',
  'userNumber',
  'email',
  'leaderName',
  'parentId',
  'inviter',
] as const

/** Fields are loose here: each has its own code, which the rules produce (wire.md, Registration of a guild). */
export const unionRegisterCheck = {
  payload: z.object({
    checkType: z.enum(checkTypes),
    unionName: text(200),
    phoneNum: text(40),
    areaCode: optional(areaCode()),
    cmsUserName: text(200),
    userNumber: text(40),
    leaderEmail: text(320),
    leaderName: text(200),
    parentId: optional(whole(0, maxInteger)),
    sysInviterId: text(40),
    smsCode: optional(code()),
  }),
  answer: nothing(),
}

export const smsSend = {
  payload: z.object({
    areaCode: areaCode(),
    phoneNumber: z.string().trim().max(40),
    language: text(10),
    validate: z.enum(['register', 'login', 'withdraw', 'reset']),
    challenge: text(100),
  }),
  answer: z.object({ retryAfterSeconds: z.number().int() }),
}

export const unionRegister = {
  payload: z.object({
    unionName: z.string().trim(),
    leaderName: z.string().trim(),
    userNumber: z.coerce.string().trim(),
    leaderEmail: z.string().trim(),
    areaCode: areaCode(),
    leaderPhone: z.string().trim(),
    cmsUserName: z.string().trim(),
    cmsPassWord: z.string(),
    parentId: optional(whole(0, maxInteger)),
    smsCode: code(),
    sysInviterId: text(40),
  }),
  answer: z.object({ unionId: id(), unionName: z.string().max(limits.agencyName) }),
}
