import * as calls from '@greenroom/contract/told'
import { type Served, serve } from '../kit/calls/serve.ts'
import * as notices from './notices.service.ts'
import type { Notifier } from './notify.service.ts'
import { saveSettings, settings } from './reader.service.ts'
import type { PushServices } from './webPush.service.ts'
import * as webPush from './webPush.service.ts'

export const notifyRoutes = ({ notifier, push }: { notifier: Notifier; push: PushServices }): Served[] => [
  serve(calls.toldSettings, (context) => settings(notifier, context)),
  serve(calls.toldSettingsSave, saveSettings),
  serve(calls.noticeList, notices.list),
  serve(calls.noticeUnread, notices.unread),
  serve(calls.noticeRead, notices.read),
  serve(calls.pushKey, (context) => webPush.publicKey(push, context)),
  serve(calls.pushList, webPush.list),
  serve(calls.pushSubscribe, (context, payload) => webPush.subscribe(push, context, payload)),
  serve(calls.pushRemove, webPush.remove),
]
