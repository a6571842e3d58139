// Alibaba Cloud's message service, by its official package. Its text is a template approved there, with `${code}` in it.
import dysms from '@alicloud/dysmsapi20170525'
import { Config as ClientConfig } from '@alicloud/openapi-client'
import type { Config } from '../../config.ts'
import type { SmsProvider } from './provider.ts'

const timeoutMilliseconds = 10_000

/** `readConfig` has seen to it that what the service needs is set. */
export function aliyunProvider(config: Config): SmsProvider {
  const client = new dysms.default(
    new ClientConfig({
      accessKeyId: config.ALIYUN_ACCESS_KEY_ID,
      accessKeySecret: config.ALIYUN_ACCESS_KEY_SECRET,
      endpoint: 'dysmsapi.aliyuncs.com',
      connectTimeout: timeoutMilliseconds,
      readTimeout: timeoutMilliseconds,
    }),
  )
  return {
    send: async ({ to, code }) => {
      const request = new dysms.SendSmsRequest({
        phoneNumbers: to.replace(/^\+/, ''),
        signName: config.ALIYUN_SMS_SIGN_NAME,
        templateCode: config.ALIYUN_SMS_TEMPLATE_CODE,
        templateParam: JSON.stringify({ code }),
      })
      const { body } = await client.sendSms(request)
      // The service answers 200 for what it refuses, and says so inside.
      if (body?.code !== 'OK') throw new Error(`aliyun refused the message: ${body?.code} ${body?.message}`)
    },
  }
}
