import * as calls from '@greenroom/contract/told'
import { type Served, serve } from '../kit/calls/serve.ts'
import * as notices from './notices.service.ts'
import type { Notifier } from './notify.service.ts'
import { saveSettings, settings } from './reader.service.ts'

export const notifyRoutes = ({ notifier }: { notifier: Notifier }): Served[] => [
  serve(calls.toldSettings, (context) => settings(notifier, context)),
  serve(calls.toldSettingsSave, saveSettings),
  serve(calls.noticeList, notices.list),
  serve(calls.noticeUnread, notices.unread),
  serve(calls.noticeRead, notices.read),
]
