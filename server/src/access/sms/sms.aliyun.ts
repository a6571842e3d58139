// Alibaba Cloud's message service, through its official package. The text is a template approved there that contains
// `${code}`; notices have one of their own, which contains `${text}`.
import { createRequire } from 'node:module'
import type { Config } from '../../config.ts'
import type { SmsProvider } from './sms.message.ts'

type Settings = Pick<
  Config,
  | 'ALIYUN_ACCESS_KEY_ID'
  | 'ALIYUN_ACCESS_KEY_SECRET'
  | 'ALIYUN_SMS_SIGN_NAME'
  | 'ALIYUN_SMS_TEMPLATE_CODE'
  | 'ALIYUN_SMS_NOTICE_TEMPLATE_CODE'
  | 'ALIYUN_SMS_ENDPOINT'
>

// The packages are CommonJS with a default beside named exports; module loaders interpret that differently.
const require = createRequire(import.meta.url)
const dysms = require('@alicloud/dysmsapi20170525') as typeof import('@alicloud/dysmsapi20170525')
const openApi = require('@alicloud/openapi-client') as typeof import('@alicloud/openapi-client')

const timeoutMilliseconds = 10_000

/** The service's host and protocol, as its client takes them. */
function serviceAt(address: string) {
  const { protocol, host } = new URL(address)
  return { protocol: protocol.replace(':', ''), endpoint: host }
}

/** `readConfig` has checked that the required settings are present. */
export function aliyunProvider(config: Settings): SmsProvider {
  const client = new dysms.default(
    new openApi.Config({
      accessKeyId: config.ALIYUN_ACCESS_KEY_ID,
      accessKeySecret: config.ALIYUN_ACCESS_KEY_SECRET,
      connectTimeout: timeoutMilliseconds,
      readTimeout: timeoutMilliseconds,
      ...serviceAt(config.ALIYUN_SMS_ENDPOINT),
    }),
  )
  const noticeTemplate = config.ALIYUN_SMS_NOTICE_TEMPLATE_CODE
  return {
    notices: noticeTemplate !== undefined,
    send: async ({ to, code, text }) => {
      if (code === '' && noticeTemplate === undefined) throw new Error('ALIYUN_SMS_NOTICE_TEMPLATE_CODE is not set')
      const request = new dysms.SendSmsRequest({
        phoneNumbers: to.replace(/^\+/, ''),
        signName: config.ALIYUN_SMS_SIGN_NAME,
        templateCode: code === '' ? noticeTemplate : config.ALIYUN_SMS_TEMPLATE_CODE,
        templateParam: JSON.stringify(code === '' ? { text } : { code }),
      })
      const { body } = await client.sendSms(request)
      // The service answers 200 even when it refuses; the reason is in the body.
      if (body?.code !== 'OK') throw new Error(`the service refused the message: ${body?.code} ${body?.message}`)
    },
  }
}
