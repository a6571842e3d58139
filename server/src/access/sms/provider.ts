// Who carries a text message. Real providers come by their official packages, loaded only when one is chosen.
import type { Config } from '../../config.ts'
import { consoleProvider } from './console.ts'
import type { SmsProvider } from './message.ts'

/** Loads a provider at its first message, and again after a failure to load. */
function lazily(load: () => Promise<SmsProvider>): SmsProvider {
  let loading: Promise<SmsProvider> | undefined
  return {
    send: async (message) => {
      loading ??= load()
      const provider = await loading.catch((error: unknown) => {
        loading = undefined
        throw error
      })
      await provider.send(message)
    },
  }
}

/** The provider that the settings choose. */
export function smsProvider(config: Config): SmsProvider {
  switch (config.SMS_PROVIDER) {
    case 'twilio':
      return lazily(async () => (await import('./twilio.ts')).twilioProvider(config))
    case 'aliyun':
      return lazily(async () => (await import('./aliyun.ts')).aliyunProvider(config))
    case 'console':
      return consoleProvider(config)
  }
}
