// A command receiver like an app's back end: a real server on localhost that checks signatures with the library.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  id: string
  type: string
  subject: string
  data: any
  headers: IncomingMessage['headers']
  body: string
}

/** Returns the status for a command, or handles the answer itself. */
type Answering = (received: Received, answer: ServerResponse) => number | Promise<number> | void

export type Receiver = {
  url: string
  received: Received[]
  answer: Answering
  /** Requests without an answer yet. */
  open(): number
  close(): Promise<void>
}

export async function openReceiver(secret?: string): Promise<Receiver> {
  let open = 0
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: () => 204,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      if (secret) new Webhook(secret).verify(body, request.headers as Record<string, string>)
      const received = { ...JSON.parse(body), headers: request.headers, body } as Received
      receiver.received.push(received)
      open++
      response.on('close', () => open--)
      void (async () => {
        const status = await receiver.answer(received, response)
        if (typeof status === 'number') response.writeHead(status).end()
      })()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
