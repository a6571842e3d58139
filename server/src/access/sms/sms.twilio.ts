// Twilio, through its official package.
import twilio from 'twilio'
import type { Config } from '../../config.ts'
import type { SmsProvider } from './sms.message.ts'

type Settings = Pick<Config, 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM'>

const timeout = 10_000

/** `readConfig` has checked that the required settings are present. */
export function twilioProvider(config: Settings, httpClient = new twilio.RequestClient({ timeout })): SmsProvider {
  const client = twilio(config.TWILIO_ACCOUNT_SID, config.TWILIO_AUTH_TOKEN, { httpClient })
  const from = config.TWILIO_FROM ?? ''
  return {
    notices: true,
    send: async ({ to, text }) => {
      await client.messages.create({ to, from, body: text })
    },
  }
}
