import { smsSend } from '@greenroom/contract/access'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { type SmsServices, send } from './sms.service.ts'

export const smsRoutes = (services: SmsServices): Served[] => [
  serve(smsSend, (context, payload) => send(services, context, payload)),
]
