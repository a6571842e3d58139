// Staff decisions during event load, and the app that waits for the commands: time from the call's answer to the
// command's arrival.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CommandType } from '@greenroom/contract/bridgeCommands.schema'
import { basePath, type Call } from '@greenroom/contract/call'
import { withOperationId } from '@greenroom/contract/operationId'
import { userBan, userGrant, userUnban } from '@greenroom/contract/users'

type Received = { id: string; type: string; subject: string; data: Record<string, unknown> }

/** The command endpoint. Accepts every command at once, and passes it to `see`. */
export async function openReceiver(see?: (command: Received) => void) {
  /** First arrival of a type's command for a subject, by `type subject`. */
  const arrived = new Map<string, number[]>()
  let received = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const command = JSON.parse(Buffer.concat(parts).toString()) as Received
      const { type, subject } = command
      const key = `${type} ${subject}`
      received++
      arrived.set(key, [...(arrived.get(key) ?? []), performance.now()])
      see?.(command)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/commands`,
    received: () => received,
    arrivals: (type: string, subject: string): number[] => arrived.get(`${type} ${subject}`) ?? [],
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A decision about one user: its call and the expected command. */
export type Decision = { call: Call<any>; payload: (userId: number) => Record<string, string>; follows: CommandType }

const reason = 'the measurement'
/** Decisions in turn; each turn is about one user, so that every ban is lifted. */
export const decisions: Decision[] = [
  {
    call: userGrant,
    payload: (userId) => ({ ids: `${userId}`, tokens: '7', kind: 'reward', reason }),
    follows: 'wallet.changed',
  },
  {
    call: userBan,
    payload: (userId) => ({ ids: `${userId}`, kind: 'id', hours: '1', reason }),
    follows: 'user.banned',
  },
  { call: userUnban, payload: (userId) => ({ ids: `${userId}`, reason }), follows: 'user.unbanned' },
]

type Receiver = Awaited<ReturnType<typeof openReceiver>>
export type Decided = { name: string; answer: number; arrival: number | undefined }

/**
 * Makes decisions at this rate for this long, user after user; then waits for open ones.
 *
 * @param people the first of a range of users without events, one per turn of decisions.
 * @returns milliseconds until the answer, and from the answer until the command arrived; undefined if it never did.
 */
export async function decideFor(
  { url, token, receiver }: { url: string; token: string; receiver: Receiver },
  { perSecond, seconds, people }: { perSecond: number; seconds: number; people: number },
): Promise<Decided[]> {
  const end = performance.now() + seconds * 1_000
  const decided: Decided[] = []
  const ask = async ({ call, payload }: Decision, userId: number) => {
    const response = await fetch(`${url}${basePath}${call.path}`, {
      method: call.method,
      headers: { token },
      body: new URLSearchParams(withOperationId(call, payload(userId))),
    })
    const answer = (await response.json()) as { code: number }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
  }
  const decide = async (decision: Decision, userId: number) => {
    const started = performance.now()
    await ask(decision, userId)
    const answered = performance.now()
    const there = () => receiver.arrivals(decision.follows, `user:${userId}`).find((at) => at >= started)
    while (there() === undefined && performance.now() < answered + 30_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const at = there()
    decided.push({
      name: decision.call.name,
      answer: answered - started,
      // It may arrive before the answer.
      arrival: at === undefined ? undefined : Math.max(0, at - answered),
    })
  }
  // A user's decisions are sequential; enough users are handled at once to keep the rate.
  const pause = 1_000 / perSecond
  const running: Promise<void>[] = []
  for (let next = 0; performance.now() < end; next++) {
    const person = people + next
    running.push(
      (async () => {
        for (const decision of decisions) await decide(decision, person)
      })(),
    )
    await new Promise((resolve) => setTimeout(resolve, pause * decisions.length))
  }
  await Promise.all(running)
  return decided
}
