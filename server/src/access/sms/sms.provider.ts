// SMS providers. Each uses its official package, loaded only if that provider is configured.
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { wallNow } from '../../kit/clock.ts'
import { theLog } from '../../kit/telemetry/logger.ts'
import { asPeer, count } from '../../kit/telemetry/meter.ts'
import type { SmsProvider } from './sms.message.ts'

/** What was not sent, a line each. */
export const outboxFile = (dataDir: string): string => join(dataDir, 'outbox', 'sms.jsonl')

/** Sends nothing: prints each message and appends it to the outbox, for development and tests. */
export function consoleProvider(config: Pick<Config, 'DATA_DIR' | 'LOG_LEVEL'>): SmsProvider {
  const file = outboxFile(config.DATA_DIR)
  return {
    notices: true,
    send: async (message) => {
      await mkdir(join(config.DATA_DIR, 'outbox'), { recursive: true, mode: 0o700 })
      await appendFile(file, `${JSON.stringify({ at: wallNow().toISOString(), ...message })}\n`, { mode: 0o600 })
      if (config.LOG_LEVEL !== 'silent' && config.LOG_LEVEL !== 'error')
        theLog().say(`SMS to ${message.to}: ${message.text}`)
    },
  }
}

/** Loads a provider with its first message; a failed load is retried. */
function lazily(notices: boolean, load: () => Promise<SmsProvider>): SmsProvider {
  let loading: Promise<SmsProvider> | undefined
  return {
    notices,
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
  const provider = providerBy(config)
  return {
    notices: provider.notices,
    async send(message) {
      const sent = (outcome: string) => count('greenroom.sms.sent', { outcome, provider: config.SMS_PROVIDER })
      try {
        await asPeer('sms', () => provider.send(message))
        sent('done')
      } catch (error) {
        sent('failed')
        throw error
      }
    },
  }
}

function providerBy(config: Config): SmsProvider {
  switch (config.SMS_PROVIDER) {
    case 'twilio':
      return lazily(true, async () => (await import('./sms.twilio.ts')).twilioProvider(config))
    case 'aliyun':
      return lazily(config.ALIYUN_SMS_NOTICE_TEMPLATE_CODE !== undefined, async () =>
        (await import('./sms.aliyun.ts')).aliyunProvider(config),
      )
    case 'console':
      return consoleProvider(config)
  }
}
