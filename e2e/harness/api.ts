// Declared calls, for preparing what the browser then shows.
import { login } from '@greenroom/contract/access'
import { type Answer, type AnyCall, basePath, type Envelope, type Payload } from '@greenroom/contract/call'
import { withOperationId } from '@greenroom/contract/operationId'

export type Client = {
  token: string
  /** The whole envelope. */
  send<C extends AnyCall>(call: C, payload: Payload<C>): Promise<Envelope<Answer<C>>>
  /** The result of a call that must succeed. */
  call<C extends AnyCall>(call: C, payload: Payload<C>): Promise<Answer<C>>
  login(username: string, password: string): Promise<Client>
}

const encode = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)

const formOf = (payload: object) =>
  new URLSearchParams(
    Object.entries(payload)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, encode(value)]),
  ).toString()

export function clientOf(url: string, token = ''): Client {
  const client: Client = {
    token,
    async send(call, given) {
      const payload = withOperationId(call, given as object)
      const isGet = call.method === 'GET'
      const isJson = call.encoding === 'json'
      const response = await fetch(`${url}${basePath}${call.path}${isGet ? `?${formOf(payload)}` : ''}`, {
        method: call.method,
        headers: {
          ...(token && { token }),
          ...(!isGet && { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
        },
        ...(!isGet && { body: isJson ? JSON.stringify(payload) : formOf(payload) }),
      })
      return response.json() as Promise<never>
    },
    async call(call, payload) {
      const envelope = await client.send(call, payload)
      if (envelope.code !== 200) throw new Error(`${call.name} refused: ${JSON.stringify(envelope)}`)
      return envelope.result
    },
    login: async (username, password) => {
      const answer = await client.call(login, { username, password })
      if (!answer.token) throw new Error(`${username} got no session: ${JSON.stringify(answer)}`)
      return clientOf(url, answer.token)
    },
  }
  return client
}
