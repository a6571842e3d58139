// Logging in, sessions, views, files and bulk jobs.
import * as access from '@greenroom/contract/access'
import { pushSubscribe } from '@greenroom/contract/told'
import { sessionOf } from '../people.ts'
import { aNumber, aPicture, unique, type World } from '../world/base.ts'
import {
  aBoundProof,
  aBrowser,
  aCodeToBind,
  aMadePasskey,
  aMailToProve,
  aNewNumber,
  anOwnMail,
  aPasskey,
  aPasskeyLogin,
  aProof,
  aProvedMail,
  type Holder,
  holderOf,
  withSpare,
} from '../world/security.ts'
import {
  aFirstPassword,
  aForgottenPassword,
  anInvitedPhone,
  aPersonWithPassword,
  aPersonWithPhone,
  aView,
  nobody,
  oldPassword,
  visitor,
} from '../world/staff.ts'
import { aBulk, anExport, aSelection } from '../world/system.ts'
import type { Write } from './write.ts'

/** A call of a holder who has a password, and the passkeys that the payload adds. */
function byHolder(
  call: string,
  leaves: Write['leaves'],
  payload: (world: World, holder: Holder) => Promise<object>,
): Write {
  return {
    by: async (world) => (await holderOf(world, call)).client,
    leaves,
    payload: async (world) => payload(world, await holderOf(world, call)),
  }
}

export const accessWrites: Record<string, Write> = {
  login: {
    by: nobody,
    leaves: 'after',
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
  linkCode: { by: nobody, leaves: 'after', payload: anInvitedPhone },
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
  sessionEndOthers: { by: visitor, leaves: 'after', payload: async () => ({}) },
  passkeyLogin: { by: nobody, leaves: 'after', payload: aPasskeyLogin },
  passkeyAddAsk: byHolder('passkeyAddAsk', 'neither', (_, holder) => aProof(holder)),
  passkeyAdd: byHolder('passkeyAdd', 'after', async (world, holder) => (await aMadePasskey(world, holder)).sent),
  passkeyRename: byHolder('passkeyRename', 'both', async (world, holder) => ({
    passkeyId: (await aPasskey(world, holder)).passkeyId,
    name: unique('Key '),
  })),
  passkeyRemove: byHolder('passkeyRemove', 'both', async (world, holder) => {
    const proves = await withSpare(world, holder)
    return { passkeyId: (await aPasskey(world, holder)).passkeyId, ...(await aProof(proves)) }
  }),
  authenticatorAsk: byHolder('authenticatorAsk', 'neither', (_, holder) => aProof(holder)),
  authenticatorBind: byHolder('authenticatorBind', 'both', async (world, holder) =>
    aCodeToBind(await withSpare(world, holder)),
  ),
  authenticatorRemove: byHolder('authenticatorRemove', 'both', aBoundProof),
  recoveryRenew: byHolder('recoveryRenew', 'both', async (world, holder) => aProof(await withSpare(world, holder))),
  ownPhoneCode: byHolder('ownPhoneCode', 'after', async () => ({ areaCode: '86', phoneNumber: aNumber() })),
  ownPhoneChange: byHolder('ownPhoneChange', 'both', aNewNumber),
  ownMailCode: byHolder('ownMailCode', 'after', aMailToProve),
  ownMailChange: byHolder('ownMailChange', 'both', aProvedMail),
  ownMailRemove: byHolder('ownMailRemove', 'both', anOwnMail),
  pushSubscribe: byHolder('pushSubscribe', 'after', (_, holder) => aBrowser(holder)),
  pushRemove: byHolder('pushRemove', 'before', async (_, holder) =>
    holder.client.call(pushSubscribe, await aBrowser(holder)),
  ),
  toldSettingsSave: byHolder('toldSettingsSave', 'both', async () => ({
    language: 'en',
    zone: 'Asia/Jakarta',
    topics: '{}',
  })),
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
