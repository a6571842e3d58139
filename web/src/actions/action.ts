// An action is declared once; row menu, batch bar, palette and keyboard all offer it.
import type { AnyCall, Call, Payload } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import type { Form, Sentence } from '@greenroom/contract/sentences/words'
import type { UseFormReturnType } from '@mantine/form'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Reasoned } from '../api/reasonTexts.ts'
import type { RowId } from '../list/selection.ts'
import type { KeyName } from '../session/keys.ts'

/** True, or the key of the reason why not: `<room>:cannot.<reason>`, else `list:cannot.<reason>`. */
export type Availability = true | string

/** The input of an action; a separate module, loaded on demand. */
export type ActionForm<Input> = {
  schema: z.ZodType
  initial: Input
  /** `rows` are those of whatever action has the form. */
  Fields: ComponentType<{ form: UseFormReturnType<Input>; rows: readonly any[] }>
}
export type FormLoader<Input> = () => Promise<{ default: ActionForm<Input> }>

/** Shows an answer that can be seen only once, such as a new password. */
export type AnswerLoader<Row> = () => Promise<{
  default: ComponentType<{ answer: unknown; rows: readonly Row[]; close: () => void }>
}>

/** A call and its payload besides `ids`. */
export type Batch<Input> = { call: AnyCall; payload: (input: Input) => Record<string, unknown> }

/** The batch call of an action; its payload is checked against the contract's type. */
export const batchOf = <C extends AnyCall, Input>(
  call: C,
  payload: (input: Input) => Omit<Payload<C>, 'ids'>,
): Batch<Input> => ({ call, payload: payload as Batch<Input>['payload'] })

/**
 * The parts of an action's message: subject, outcome, end; or, if it is pending or undone, the request. `rows` are those that the server took,
 * and `answer` is what it said.
 */
export type ActionMessage<Row, Input> = (rows: readonly Row[], input: Input, form: Form, answer: any) => Sentence

/** An action either opens a drawer, which shows its own message, or runs and shows a message. */
export type Action<Row, Input = any, Id extends RowId = any> = Common<Row, Input, Id> &
  ({ drawer: string; message?: undefined } | { drawer?: undefined; message: ActionMessage<Row, Input> })

/** Some action: it takes its rows, so that no narrower type is common to all. */
export type AnyAction = Action<any>

type Common<Row, Input, Id extends RowId> = {
  /** `<room>.<thing>.<verb>`: its text is `<room>:actions.<thing>.<verb>`. */
  id: string
  icon: Icon
  /** Asks first, naming the row, and is shown in red. */
  danger?: true
  /** Asks first, though it can be undone. */
  confirm?: true
  key?: KeyName
  may: (row: Row) => Availability
  /** For one row at a time only. */
  single?: true
  form?: FormLoader<Input>
  /** The batch call for the rows' ids, and for all matching rows if the call supports it (`over`). */
  batch?: Batch<Input>
  /** For actions that need more than `batch`. Returns one outcome per id if the call does. */
  run?: (ids: Id[], input: Input, rows: readonly Row[]) => Promise<unknown>
  /** The undo offered with the success message; `answer` is the result of `run`. */
  undo?: (ids: Id[], input: Input, rows: readonly Row[], answer: any) => Promise<unknown>
  answer?: AnswerLoader<Row>
}

/** It opens a drawer or a dialog before it does anything. */
export const opensFirst = ({ drawer, form, danger, confirm }: AnyAction): boolean =>
  drawer !== undefined || form !== undefined || danger === true || confirm === true

export const defineAction = <Row, Input = undefined, Id extends RowId = number>(
  action: Action<Row, Input, Id>,
): Action<Row, Input, Id> => action

/** An action of the list itself, such as adding a record. Its text is `<room>:actions.<thing>.<verb>`. */
export type Command = {
  id: string
  icon: Icon
  key?: KeyName
  /** Shown as the filled button; at most one per list. */
  primary?: true
  /** Needs write access to the list's menu, or to the menu named here. */
  writes?: true | MenuKey
  drawer?: string
  run?: () => void
}
export const defineCommand = (command: Command): Command => command

/**
 * The keys of a reason why something cannot be done, most specific first: of the thing that `id` names
 * (`system.role.delete`), of the room, of every list.
 */
export const reasonKeys = (room: string, reason: string, id = '') => [
  `${room}:cannot.${id.split('.')[1] ?? 'thing'}.${reason}`,
  `${room}:cannot.${reason}`,
  `list:cannot.${reason}`,
  'list:cannot.other',
]

/** Whether it can run on all matching rows of this list. */
export const isForAll = (action: AnyAction, list: Call): boolean =>
  action.batch?.call.over !== undefined && Object.hasOwn(action.batch.call.over, list.name)

export type Split<Row> = { able: Row[]; unable: { reason: string; rows: Row[] }[] }

/** Separates the rows that an action may run on from the others, with reasons. */
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

/** Why an action cannot run on any of these rows; undefined if it can on at least one. */
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

/** Set if the action waits for a second member of staff (four eyes) and nothing has changed yet. */
export function approvalOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('approvalId' in answer)) return undefined
  // During set-up a request may have taken effect at once.
  if ('applied' in answer && answer.applied === true) return undefined
  return typeof answer.approvalId === 'string' ? answer.approvalId : undefined
}

/** The outcomes in an answer, if the call returns one per id. */
export function outcomesOf(answer: unknown): Outcome[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('outcomes' in answer)) return undefined
  return Array.isArray(answer.outcomes) ? (answer.outcomes as Outcome[]) : undefined
}
