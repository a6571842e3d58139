// SMS providers. Each uses its official package, loaded only if that provider is configured.
import type { Config } from '../../config.ts'
import { consoleProvider } from './sms.console.ts'
import type { SmsProvider } from './sms.message.ts'

/** Loads a provider with its first message; a failed load is retried. */
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

/** The configured provider. */
export function smsProvider(config: Config): SmsProvider {
  switch (config.SMS_PROVIDER) {
    case 'twilio':
      return lazily(async () => (await import('./sms.twilio.ts')).twilioProvider(config))
    case 'aliyun':
      return lazily(async () => (await import('./sms.aliyun.ts')).aliyunProvider(config))
    case 'console':
      return consoleProvider(config)
  }
}
