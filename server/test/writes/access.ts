// Logging in, sessions, views, files and bulk jobs.
import * as access from '@greenroom/contract/access'
import { sessionOf } from '../people.ts'
import { aNumber, aPicture, unique } from '../world/base.ts'
import {
  aFirstPassword,
  aForgottenPassword,
  aPersonWithPassword,
  aPersonWithPhone,
  aView,
  nobody,
  oldPassword,
  visitor,
} from '../world/staff.ts'
import { aBulk, anExport, aSelection } from '../world/system.ts'
import type { Write } from './write.ts'

export const accessWrites: Record<string, Write> = {
  login: {
    by: nobody,
    leaves: 'neither',
    payload: async (world) => ({
      username: (await aPersonWithPassword(world)).username,
      password: oldPassword,
    }),
  },
  logout: { by: visitor, leaves: 'neither', payload: async () => ({}) },
  passwordChange: {
    by: async (world) => (await aPersonWithPassword(world)).client,
    leaves: 'after',
    payload: async () => ({ password: oldPassword, newPassword: 'An0ther-of-tests' }),
  },
  ownCodeSend: { by: aPersonWithPhone, leaves: 'after', payload: async () => ({}) },
  passwordByLink: { by: nobody, leaves: 'after', payload: aFirstPassword },
  passwordReset: { by: nobody, leaves: 'after', payload: aForgottenPassword },
  languageChoose: { by: visitor, leaves: 'both', payload: async () => ({ language: 'cn' }) },
  sessionEnd: {
    leaves: 'before',
    payload: async ({ product, admin }) => {
      await sessionOf(product, 'admin')
      const { sessions } = await admin.call(access.sessionList, {})
      return { sessionId: sessions.find((session) => !session.current)!.sessionId }
    },
  },
  viewSave: {
    leaves: 'after',
    payload: async () => ({ screen: '/sys/user', name: unique('View '), query: 'status=1' }),
  },
  viewDelete: { leaves: 'before', payload: async (world) => ({ viewId: await aView(world) }) },
  fileUpload: { leaves: 'after', payload: async () => ({ purpose: 'giftPicture' }), file: aPicture },
  exportCancel: { leaves: 'both', payload: async (world) => ({ exportId: await anExport(world) }) },
  bulkStart: {
    leaves: 'after',
    payload: async (world) => ({
      bulkId: await aSelection(world),
      call: 'userLogOut',
      payload: JSON.stringify({ reason: 'x' }),
    }),
  },
  bulkCancel: { leaves: 'both', payload: async (world) => ({ bulkId: await aBulk(world) }) },
  smsSend: {
    by: nobody,
    leaves: 'after',
    payload: async () => ({ areaCode: '86', phoneNumber: aNumber(), validate: 'register' }),
  },
}
