import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import { expect, it, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { theLog } from '../../kit/telemetry/logger.ts'
import { aliyunProvider } from './sms.aliyun.ts'
import type { SmsMessage, SmsProvider } from './sms.message.ts'
import { inOrder } from './sms.provider.ts'
import { twilioProvider } from './sms.twilio.ts'

const message: SmsMessage = {
  to: '+8613800001234',
  text: 'Your code is 123456',
  language: 'en',
  purpose: 'login',
  code: '123456',
}

/** A server that answers every request with `body` and records it. */
async function answering(body: unknown) {
  const seen: URLSearchParams[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      seen.push(
        new URLSearchParams([...new URL(request.url!, 'http://localhost').searchParams, ...new URLSearchParams(text)]),
      )
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { seen, endpoint: `127.0.0.1:${port}`, close: () => server.close() }
}

const aliyunAt = (endpoint: string, more = {}) =>
  readConfig({
    ALIYUN_SMS_ENDPOINT: `http://${endpoint}`,
    ...more,
    SMS_PROVIDER: 'aliyun',
    ALIYUN_ACCESS_KEY_ID: 'id',
    ALIYUN_ACCESS_KEY_SECRET: 'key',
    ALIYUN_SMS_SIGN_NAME: 'Greenroom',
    ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
  })

it('passes number, signature, template and code to Alibaba Cloud', async () => {
  const service = await answering({ Code: 'OK', Message: 'OK' })
  await aliyunProvider(aliyunAt(service.endpoint)).send(message)
  expect(Object.fromEntries(service.seen[0]!)).toMatchObject({
    PhoneNumbers: '8613800001234',
    SignName: 'Greenroom',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"123456"}',
  })
  service.close()
})

it('fails when Alibaba Cloud refuses with HTTP 200', async () => {
  const service = await answering({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'too many' })
  const provider = aliyunProvider(aliyunAt(service.endpoint))
  await expect(provider.send(message)).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL')
  service.close()
})

it('sends a notice by a template of its own, or not at all', async () => {
  const service = await answering({ Code: 'OK', Message: 'OK' })
  const notice = { ...message, code: '', text: 'You are invited' }
  const without = aliyunProvider(aliyunAt(service.endpoint))
  expect(without.notices).toBe(false)
  await expect(without.send(notice)).rejects.toThrow('ALIYUN_SMS_NOTICE_TEMPLATE_CODE')
  const provider = aliyunProvider(aliyunAt(service.endpoint, { ALIYUN_SMS_NOTICE_TEMPLATE_CODE: 'SMS_2' }))
  expect(provider.notices).toBe(true)
  await provider.send(notice)
  expect(service.seen.map((sent) => [sent.get('TemplateCode'), sent.get('TemplateParam')])).toEqual([
    ['SMS_2', '{"text":"You are invited"}'],
  ])
  service.close()
})

const twilioSettings = readConfig({
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15005550006',
})

/** Twilio's own client with a fake transport. */
class Wire extends twilio.RequestClient {
  readonly sent: unknown[] = []
  readonly status: number
  constructor(status: number) {
    super({})
    this.status = status
  }
  override async request(options: { data?: unknown }) {
    this.sent.push(options.data)
    const body = this.status < 400 ? { sid: 'SM1' } : { code: 21211, message: 'no such number', status: this.status }
    return { statusCode: this.status, body: body as never, headers: {} as never, toString: () => '' }
  }
}

it('passes number and text to Twilio', async () => {
  const wire = new Wire(201)
  await twilioProvider(twilioSettings, wire).send(message)
  expect(wire.sent[0]).toMatchObject({ To: message.to, From: '+15005550006', Body: message.text })
})

it('fails when Twilio refuses', async () => {
  await expect(twilioProvider(twilioSettings, new Wire(400)).send(message)).rejects.toThrow('no such number')
})

it('sends by the second provider what the first does not take, and says what the first said if neither does', async () => {
  const warned = vi.spyOn(theLog(), 'write').mockImplementation(() => {})
  const [well, away] = [new Wire(201), new Wire(400)]
  const of = (...wires: Wire[]) =>
    inOrder(wires.map((wire, at) => ({ name: `provider ${at}`, provider: twilioProvider(twilioSettings, wire) })))
  await of(well, away).send(message)
  expect([well.sent.length, away.sent.length]).toEqual([1, 0])
  await of(away, well).send(message)
  expect([well.sent.length, away.sent.length]).toEqual([2, 1])
  expect(warned.mock.calls.map(([level, text]) => `${level} ${text}`)).toEqual([
    'warn provider 0 did not take a message (21211), which provider 1 sent.',
  ])
  const none: SmsProvider = { notices: false, send: () => Promise.reject(new Error('away, too')) }
  const both = inOrder([
    { name: 'one', provider: twilioProvider(twilioSettings, away) },
    { name: 'other', provider: none },
  ])
  await expect(both.send(message)).rejects.toThrow('no such number')
  expect(both.notices).toBe(true)
  warned.mockRestore()
})
