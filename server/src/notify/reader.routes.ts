import * as calls from '@greenroom/contract/told'
import { type Served, serve } from '../kit/calls/serve.ts'
import type { Notifier } from './notify.service.ts'
import { saveSettings, settings } from './reader.service.ts'

export const notifyRoutes = ({ notifier }: { notifier: Notifier }): Served[] => [
  serve(calls.toldSettings, (context) => settings(notifier, context)),
  serve(calls.toldSettingsSave, saveSettings),
]
