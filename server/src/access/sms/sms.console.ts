// Sends nothing: prints each message and appends it to DATA_DIR/outbox/sms.jsonl, for development and tests.
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { wallNow } from '../../kit/clock.ts'
import type { SmsProvider } from './sms.message.ts'

export const outboxFile = (dataDir: string): string => join(dataDir, 'outbox', 'sms.jsonl')

export function consoleProvider(config: Pick<Config, 'DATA_DIR' | 'LOG_LEVEL'>): SmsProvider {
  const file = outboxFile(config.DATA_DIR)
  return {
    send: async (message) => {
      await mkdir(join(config.DATA_DIR, 'outbox'), { recursive: true, mode: 0o700 })
      await appendFile(file, `${JSON.stringify({ at: wallNow().toISOString(), ...message })}\n`, { mode: 0o600 })
      if (config.LOG_LEVEL !== 'silent' && config.LOG_LEVEL !== 'error')
        console.log(`SMS to ${message.to}: ${message.text}`)
    },
  }
}
