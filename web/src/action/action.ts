// An action is said once; row menu, batch bar, palette and keyboard all offer it from here.
import type { AnyCall, Call, Payload } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import type { Form, Sentence } from '@greenroom/contract/sentences/words'
import type { UseFormReturnType } from '@mantine/form'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Reasoned } from '../api/reasons.ts'
import type { RowId } from '../list/selection.ts'
import type { KeyName } from '../session/keys.ts'

/** Yes, or the key of the reason why not: `<room>:cannot.<reason>`, else `list:cannot.<reason>`. */
export type Availability = true | string

/** What an action asks before it runs; a module of its own, loaded when it's needed. */
export type ActionForm<Input> = {
  schema: z.ZodType
  initial: Input
  Fields: ComponentType<{ form: UseFormReturnType<Input>; rows: readonly any[] }>
}
export type FormLoader<Input> = () => Promise<{ default: ActionForm<Input> }>

/** What an action's answer is shown with when it can be seen only once, such as a new password. */
export type AnswerLoader<Row> = () => Promise<{
  default: ComponentType<{ answer: unknown; rows: readonly Row[]; close: () => void }>
}>

/** A call and what it is sent besides `ids`. */
export type Batch<Input> = { call: AnyCall; payload: (input: Input) => Record<string, unknown> }

/** The batch call of an action, its payload held to the contract. */
export const batchOf = <C extends AnyCall, Input>(
  call: C,
  payload: (input: Input) => Omit<Payload<C>, 'ids'>,
): Batch<Input> => ({ call, payload: payload as Batch<Input>['payload'] })

/** The parts of an action's message: subject, outcome, end; or, if it is pending or undone, the request. */
export type Telling<Row, Input> = (rows: readonly Row[], input: Input, form: Form) => Sentence

/** An action either opens a drawer, which shows its own message, or runs and shows a message. */
export type Action<Row, Input = any, Id extends RowId = any> = Common<Row, Input, Id> &
  ({ drawer: string; told?: undefined } | { drawer?: undefined; told: Telling<Row, Input> })

/** Some action: it takes its rows, so that no narrower type is common to all. */
export type AnyAction = Action<any>

type Common<Row, Input, Id extends RowId> = {
  /** `<room>.<thing>.<verb>`: its text is `<room>:actions.<thing>.<verb>`. */
  id: string
  icon: Icon
  /** Asks first, by the row's name, and is drawn in red. */
  danger?: true
  /** Asks first although nothing is lost. */
  confirm?: true
  key?: KeyName
  may: (row: Row) => Availability
  /** Not for several rows at once. */
  single?: true
  form?: FormLoader<Input>
  /** The batch call for the rows' ids, and for all matching rows if the call supports it (`over`). */
  batch?: Batch<Input>
  /** Where it takes more than that. Answers one outcome per id where the call does. */
  run?: (ids: Id[], input: Input, rows: readonly Row[]) => Promise<unknown>
  /** The undo offered with the success message; `answer` is the result of `run`. */
  undo?: (ids: Id[], input: Input, rows: readonly Row[], answer: any) => Promise<unknown>
  answer?: AnswerLoader<Row>
}

export const defineAction = <Row, Input = undefined, Id extends RowId = number>(
  action: Action<Row, Input, Id>,
): Action<Row, Input, Id> => action

/** What the whole list offers, such as adding to it. Its text is `<room>:actions.<thing>.<verb>`. */
export type Command = {
  id: string
  icon: Icon
  key?: KeyName
  /** Drawn filled; one a list. */
  primary?: true
  /** Needs the right to write: on the list's menu, or on another that is named. */
  writes?: true | MenuKey
  drawer?: string
  run?: () => void
}
export const defineCommand = (command: Command): Command => command

/** The key of an action's text. */
export const actionLabel = (id: string) => id.replace('.', ':actions.')

/**
 * The keys of a reason why something cannot be done, the nearest words first: of the thing that `about` names
 * (`system.role.delete`), of the room, of every list.
 */
export const reasonKeys = (room: string, reason: string, about = '') => [
  `${room}:cannot.${about.split('.')[1] ?? 'thing'}.${reason}`,
  `${room}:cannot.${reason}`,
  `list:cannot.${reason}`,
  'list:cannot.other',
]

/** Whether it can be done to all that match in this list. */
export const isForAll = (action: AnyAction, list: Call): boolean =>
  action.batch?.call.over !== undefined && Object.hasOwn(action.batch.call.over, list.name)

export type Split<Row> = { able: Row[]; unable: { reason: string; rows: Row[] }[] }

/** Which of the rows an action may be done to, and why not to the others. */
export function splitByMay<Row>(action: Pick<Action<Row>, 'may'>, rows: readonly Row[]): Split<Row> {
  const able: Row[] = []
  const unable = new Map<string, Row[]>()
  for (const row of rows) {
    const may = action.may(row)
    if (may === true) able.push(row)
    else unable.set(may, [...(unable.get(may) ?? []), row])
  }
  return { able, unable: [...unable].map(([reason, rows]) => ({ reason, rows })) }
}

/** Why an action cannot be offered for these rows at all; undefined when it can for one at least. */
export function whyNot<Row>(action: Action<Row>, rows: readonly Row[]): string | undefined {
  if (rows.length === 0) return 'nothingChosen'
  if (rows.length > 1 && (action.single || action.drawer)) return 'oneOnly'
  const { able, unable } = splitByMay(action, rows)
  return able.length > 0 ? undefined : (unable[0]?.reason ?? 'other')
}

export type Outcome = {
  id: RowId
  ok: boolean
  errorCode?: number | undefined
  errorMsg?: string | undefined
} & Reasoned

/** Set where an act waits for a second member of staff (four eyes) and nothing has been done yet. */
export function approvalOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('approvalId' in answer)) return undefined
  return typeof answer.approvalId === 'string' ? answer.approvalId : undefined
}

/** The outcomes in an answer, where the call answers one per id. */
export function outcomesOf(answer: unknown): Outcome[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('outcomes' in answer)) return undefined
  return Array.isArray(answer.outcomes) ? (answer.outcomes as Outcome[]) : undefined
}
