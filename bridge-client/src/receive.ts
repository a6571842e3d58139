// The command receiver, as a listener for node:http and compatible frameworks.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CommandType } from '@greenroom/contract/bridgeCommands.schema'
import { type Command, isKnown, type UnknownCommand, type Verify } from './commands.ts'
import { NotACommand } from './errors.ts'

export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>

/**
 * A handler per command. Resolve once it is durable on your side: Greenroom then never sends it again. If it throws,
 * the command comes again with growing delays for 3 days. Commands without a handler are answered as accepted.
 */
export type Handlers = {
  [T in CommandType]?: (data: CommandOf<T>['data'], command: CommandOf<T>) => unknown
} & {
  /** Commands without their own handler, including those of a newer Greenroom. */
  others?: (command: Command | UnknownCommand) => unknown
}

export type ReceiveOptions = {
  /** Number of remembered command ids, so that repeats do nothing: 10,000. */
  remember?: number
  /** Called when a handler failed; the command comes again. */
  onError?: (error: unknown, command: Command | UnknownCommand | null) => void
}

const largestBody = 1024 * 1024

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Creates the listener: it verifies, skips repeats, calls the handler, and answers. */
export function listenerOf(verify: Verify, handlers: Handlers, options: ReceiveOptions = {}): Listener {
  const once = rememberer(options.remember ?? 10_000)

  async function take(request: IncomingMessage): Promise<[number, string]> {
    if (request.method !== 'POST') return [405, 'commands must be posted']
    const body = await bodyOf(request)
    if (body === null) return [413, 'too large']
    let given: Command | UnknownCommand | null = null
    try {
      const command = verify(request.headers, body)
      given = command
      await once(command.id, async () => {
        const handler = isKnown(command)
          ? (handlers[command.type] as ((data: unknown, command: Command) => unknown) | undefined)
          : undefined
        if (handler) await handler(command.data, command as Command)
        else await handlers.others?.(command)
      })
      return [204, '']
    } catch (error) {
      if (error instanceof NotACommand) return [error.status, error.message]
      options.onError?.(error, given)
      return [500, 'the handler failed']
    }
  }

  return (request, response) => {
    take(request).then(
      ([status, text]) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text),
      (error: unknown) => {
        options.onError?.(error, null)
        response.destroy()
      },
    )
  }
}

/** Runs work once per id; a concurrent repeat waits for the first, and a failed one may be retried. */
function rememberer(most: number) {
  const known = new Map<string, Promise<void>>()
  return (id: string, work: () => Promise<void>): Promise<void> => {
    const before = known.get(id)
    if (before) return before
    const running = work()
    known.set(id, running)
    running.catch(() => known.delete(id))
    if (known.size > most) known.delete(known.keys().next().value as string)
    return running
  }
}

/** The raw body, or null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  // Some frameworks have read it already; their raw body has the same bytes.
  const kept = (request as { rawBody?: unknown }).rawBody
  if (kept instanceof Buffer || typeof kept === 'string') return Buffer.from(kept as string)
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > largestBody) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
