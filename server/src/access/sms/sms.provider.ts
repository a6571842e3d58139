// SMS providers. Each uses its official package, loaded only if that provider is configured.
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { wallNow } from '../../kit/clock.ts'
import { theLog } from '../../kit/telemetry/logger.ts'
import { asPeer, count, kindOf } from '../../kit/telemetry/meter.ts'
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

/** The configured provider, and the second one for what it does not take. */
export function smsProvider(config: Config): SmsProvider {
  const names = [config.SMS_PROVIDER, ...(config.SMS_SECOND === undefined ? [] : [config.SMS_SECOND])]
  return inOrder(names.map((name) => ({ name, provider: providerBy(config, name) })))
}

/**
 * Sends by the first that takes a message.
 *
 * @throws what the first one said, if none does
 */
export function inOrder(all: readonly { name: string; provider: SmsProvider }[]): SmsProvider {
  return {
    notices: all.some(({ provider }) => provider.notices),
    async send(message) {
      const refused: { name: string; error: unknown }[] = []
      for (const { name, provider } of all) {
        try {
          await asPeer('sms', () => provider.send(message))
          count('greenroom.sms.sent', { outcome: 'done', provider: name })
          for (const one of refused)
            theLog().write('warn', `${one.name} did not take a message (${kindOf(one.error)}), which ${name} sent.`)
          return
        } catch (error) {
          count('greenroom.sms.sent', { outcome: 'failed', provider: name })
          refused.push({ name, error })
        }
      }
      throw refused[0]!.error
    },
  }
}

function providerBy(config: Config, name: Config['SMS_PROVIDER']): SmsProvider {
  switch (name) {
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
