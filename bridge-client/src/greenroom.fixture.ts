// A minimal Greenroom for the client: checks signatures, records requests, and answers as instructed.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { EventLine } from './events.ts'

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export type Came = {
  id: string
  signed: boolean
  body: string
  lines: EventLine[]
  path: string
  ifNoneMatch: string | undefined
}

export type SmallGreenroom = {
  url: string
  came: Came[]
  /** Answers the next requests with these statuses before working normally; 0 cuts the connection, 200 is normal. */
  failing: number[]
  /** By event id or type: how often it fails before it is answered normally. */
  faults: Map<string, number>
  /** The failure with which an event is `held`: the fifth, unless a test says otherwise. */
  heldAfter: number
  /** The machine-readable code of its problems. */
  problemCode: string | undefined
  /** What the next requests are answered instead of answers. */
  instead: string[]
  close(): Promise<void>
}

/** Gifts above 1,000 tokens are refused; everything else is accepted. */
export async function smallGreenroom(): Promise<SmallGreenroom> {
  const came: Came[] = []
  const failing: number[] = []
  const faults = new Map<string, number>()
  const failures = new Map<string, number>()
  const answerTo = (line: EventLine) => {
    const times = (failures.get(line.id) ?? 0) + 1
    if (times > (faults.get(line.id) ?? faults.get(line.type) ?? 0)) return verdictOn(line)
    failures.set(line.id, times)
    return {
      id: line.id,
      status: 'failed',
      errorCode: 10001,
      errorMsg: 'server busy',
      ...(times >= greenroom.heldAfter && { held: true }),
    }
  }
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const signed = isSigned(request, body)
      const lines =
        body === ''
          ? []
          : body
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line) as EventLine)
      const ifNoneMatch = request.headers['if-none-match']
      came.push({
        id: String(request.headers['webhook-id']),
        signed,
        body,
        lines,
        path: request.url ?? '',
        ifNoneMatch,
      })
      const status = failing.shift()
      if (status === 0) return request.socket.destroy()
      if (status !== undefined && status !== 200)
        return response
          .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '0' })
          .end(JSON.stringify({ title: 'No', detail: `status ${status}`, code: greenroom.problemCode }))
      if (!signed) return response.writeHead(401).end('{}')
      if (request.method === 'GET') {
        if (ifNoneMatch === '"one"') return response.writeHead(304).end()
        const user = { userId: 502, paidTokens: 400, promoTokens: 0, bonus: 0, ban: null }
        return response.writeHead(200, { etag: '"one"', 'content-type': 'application/json' }).end(JSON.stringify(user))
      }
      const other = greenroom.instead.shift()
      if (other !== undefined) return response.end(other)
      return response.end(lines.map((line) => `${JSON.stringify(answerTo(line))}\n`).join(''))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const greenroom: SmallGreenroom = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    failing,
    faults,
    heldAfter: 5,
    problemCode: undefined,
    instead: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return greenroom
}

function verdictOn({ id, type, data }: EventLine) {
  if (type === 'gift.sent' && (data as { tokens: number }).tokens > 1_000)
    return { id, status: 'rejected', errorCode: 60001, errorMsg: 'token insufficient' }
  if (type !== 'gift.sent') return { id, status: 'accepted' }
  const balances = [{ userId: 502, paidTokens: 425, promoTokens: 0, bonus: 0 }]
  return { id, status: 'accepted', result: { balances } }
}

function isSigned(request: IncomingMessage, body: string): boolean {
  const signed = request.method === 'GET' ? `GET ${request.url}` : body
  try {
    new Webhook(secret).verify(signed, request.headers as Record<string, string>, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  return text
}
