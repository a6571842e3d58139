// How a simulation speaks with the product: calls of staff and events of the app, kept in the trace, at times cut in the middle.
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import type { Answer, AnyCall, Envelope, Payload } from '@greenroom/contract/call'
import type { Database } from '../../src/kit/database/database.ts'
import { newId } from '../../src/kit/random.ts'
import type { BridgeConnection, Sent } from '../bridge.ts'
import type { Account } from './accounts.ts'
import { type Fused, whileLit } from './cut.ts'
import { Found } from './found.ts'
import { changedBetween, type Fingerprint, type Fingerprints } from './unchanged.ts'

/** One call in so many is cut. */
const rarely = 12
const callFuses: readonly Fused[] = ['log.entry', 'ledger.transfer', 'access.approval']
const eventFuses: readonly Fused[] = ['bridge.event', 'ledger.transfer']

const shownOf = (answer: Envelope<unknown>): string =>
  (answer.code === 200 ? JSON.stringify(answer.result) : `${answer.errorCode} ${answer.errorMsg}`).slice(0, 300)
const isFault = (answer: Envelope<unknown>): boolean =>
  answer.code !== 200 && (answer.errorCode === 10_001 || answer.errorCode === 10_030)

export type Talk = {
  ask: <C extends AnyCall>(by: Account, call: C, payload: Payload<C>) => Promise<Envelope<Answer<C>>>
  send: (...events: Sent[]) => Promise<EventAnswer[]>
  /** Several at once. */
  atOnce: <T>(...works: (() => Promise<T>)[]) => Promise<T[]>
}

/** `owner` and `app`: of the server that runs now. */
type Through = {
  owner: () => Database
  app: () => BridgeConnection
  fingerprints: Fingerprints
  trace: string[]
  now: () => Date
  count: (what: string) => void
}

/** What is asked of a server and told to it. No answer is a fault, a refusal changes nothing, and what was cut leaves nothing behind. */
export function openTalk({ owner, app, fingerprints, trace, now, count }: Through): Talk {
  let calls = 0
  const tell = (line: string) => void trace.push(line)
  let together = false
  const unchangedSince = async (before: Fingerprint, what: string) => {
    const changed = changedBetween(before, await fingerprints.take())
    if (changed.length > 0) throw new Found(`${what} and changed ${changed.join(', ')}`)
  }
  const same = (again: unknown[], first: unknown[]) => {
    if (again.join() !== first.join()) throw new Found(`told again: ${again.join()}, not ${first.join()}`)
  }
  /** Does this with a connection cut in the middle: a fault leaves nothing behind. */
  async function cutIn<T>(fuse: Fused, work: () => Promise<{ done: T; isFault: boolean }>) {
    const before = await fingerprints.take()
    const result = await whileLit(owner(), fuse, work)
    if (result.isFault) await unchangedSince(before, `it was cut in ${fuse}`)
    count(result.isFault ? `cut in ${fuse}` : `not cut in ${fuse}`)
    calls++
    return result
  }

  return {
    async ask(by, call, payload) {
      const fuse = callFuses[calls % (callFuses.length * rarely)]
      if (fuse && !together) {
        const cut = await cutIn(fuse, async () => {
          const answer = await by.client.send(call, payload)
          tell(`${by.name} ${call.name} ${JSON.stringify(payload)}, cut in ${fuse} → ${shownOf(answer)}`)
          return { done: answer, isFault: isFault(answer) }
        })
        if (!cut.isFault) return cut.done
      }
      const before = ++calls % 3 === 0 && !together ? await fingerprints.take() : null
      const answer = await by.client.send(call, payload)
      tell(`${by.name} ${call.name} ${JSON.stringify(payload)} → ${shownOf(answer)}`)
      if (isFault(answer)) throw new Found(`${call.name} answered with a fault of the server: ${shownOf(answer)}`)
      if (before && didNothing(call.name, answer)) await unchangedSince(before, `${call.name} was refused`)
      return answer
    },
    async send(...events) {
      // The same lines again, as the app does when it got no answer.
      const sent = events.map((event) => ({ id: newId(event.at ?? now()), ...event }))
      const fuse = eventFuses[calls % (eventFuses.length * rarely)]
      if (fuse)
        await cutIn(fuse, async () => {
          const answers = await app()
            .send(sent)
            .catch((error: unknown) => String(error))
          tell(`app ${sent.map(({ type }) => type).join()}, cut in ${fuse} → ${JSON.stringify(answers).slice(0, 200)}`)
          // Done without touching the fused table: told again, it changes nothing.
          const isFault = typeof answers === 'string' || answers.every((one) => (one.status as string) === 'failed')
          return { done: null, isFault }
        })
      const before = ++calls % 3 === 0 ? await fingerprints.take() : null
      const answers = await app().send(sent)
      for (const [index, answer] of answers.entries()) {
        const { type, data } = sent[index]!
        tell(`app ${type} ${JSON.stringify(data)} → ${JSON.stringify(answer).slice(0, 200)}`)
        // A verdict refuses; a fault is `failed`, even where the database held what was wrong.
        if ((answer.status as string) === 'failed' || (answer.status === 'rejected' && answer.errorCode === 10_001))
          throw new Found(`${type} answered with a fault of the server`)
      }
      if (before && answers.every(({ status }) => status === 'rejected'))
        await unchangedSince(before, `${sent[0]!.type} was rejected`)
      if (calls % 5 === 0) {
        const told = await fingerprints.take()
        const again = await app().send(sent)
        same(
          again.map(({ status }) => (status === 'duplicate' ? 'accepted' : status)),
          answers.map(({ status }) => (status === 'duplicate' ? 'accepted' : status)),
        )
        await unchangedSince(told, `${sent[0]!.type} was told again`)
      }
      return answers
    },
    async atOnce(...works) {
      together = true
      try {
        return await Promise.all(works.map((work) => work()))
      } finally {
        together = false
      }
    },
  }
}

/** Whether an answer says that nothing happened: refused, or each of its outcomes is. */
function didNothing(call: string, answer: Envelope<unknown>): boolean {
  if (answer.code !== 200) return true
  const { outcomes = [], approvalId } = answer.result as {
    outcomes?: { ok: boolean; errorCode?: number; reason?: string }[]
    approvalId?: string
  }
  // What was taken back in part says so; a request that can no longer be applied ends as failed.
  const none = ({ ok, errorCode, reason }: (typeof outcomes)[number]) =>
    !ok && reason !== 'money.partlyBack' && !(call === 'approvalDecide' && errorCode === 20_000)
  return outcomes.length > 0 && approvalId === undefined && outcomes.every(none)
}
