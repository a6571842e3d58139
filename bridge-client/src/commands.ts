// Commands from Greenroom: their types, and how to verify their origin.
import { command } from '@greenroom/contract/bridge.schema'
import { type CommandData, type CommandType, commandData } from '@greenroom/contract/bridgeCommands.schema'
import { Webhook } from 'standardwebhooks'
import { NotACommand } from './errors.ts'

/** A command. `subject` is what it is about: order is kept per subject. */
export type Command = {
  [T in CommandType]: { id: string; type: T; at: Date; subject: string; data: CommandData<T> }
}[CommandType]

/** A command of a newer Greenroom, unknown to this version of the library. */
export type UnknownCommand = { id: string; type: string; at: Date; subject: string; data: unknown; unknown: true }

export type Headers = Record<string, string | string[] | undefined>

export const isKnown = (given: Command | UnknownCommand): given is Command => !('unknown' in given)

/** Checks one command against any of `secrets`. */
export type Verify = (headers: Headers, rawBody: string | Buffer) => Command | UnknownCommand

/** @throws NotACommand with 401 for a bad signature or a clock more than 5 minutes off, 400 for a malformed body. */
export function verifierOf(secrets: readonly string[]): Verify {
  const signers = secrets.map((secret) => new Webhook(secret))
  return (headers, rawBody) => {
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(' ') : value,
      ]),
    ) as Record<string, string>
    const text = typeof rawBody === 'string' ? rawBody : rawBody.toString('utf8')
    if (!signers.some((signer) => isSigned(signer, text, flat)))
      throw new NotACommand(401, 'the signature matches no known secret, or its timestamp is too old')
    return parse(text)
  }
}

function isSigned(signer: Webhook, text: string, headers: Record<string, string>): boolean {
  try {
    signer.verify(text, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

function parse(text: string): Command | UnknownCommand {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new NotACommand(400, 'the body is not JSON')
  }
  const envelope = command.safeParse(json)
  if (!envelope.success) throw new NotACommand(400, 'the body is not a command')
  const { id, type, at, subject, data } = envelope.data
  const schema = Object.hasOwn(commandData, type) ? commandData[type as CommandType] : undefined
  if (!schema) return { id, type, at: new Date(at), subject, data, unknown: true }
  const parsed = schema.safeParse(data)
  if (!parsed.success)
    throw new NotACommand(400, `the data does not match ${type}: ${parsed.error.issues[0]?.message ?? ''}`)
  return { id, type, at: new Date(at), subject, data: parsed.data } as Command
}
