import type { RecordOf } from '@greenroom/contract/call'
import {
  messageDelete,
  messageList,
  messagePause,
  messageResume,
  messageStop,
  messageTest,
} from '@greenroom/contract/messages'
import { readIds } from '@greenroom/contract/pastedIds'
import { messageDid, messagesChanged } from '@greenroom/contract/sentences/official'
import { messageStates, messageTypes } from '@greenroom/contract/statesAndKinds'
import { IconChartLine, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconSend2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand, deleteAction, editAction } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { MessageState, Progress } from './MessageState.tsx'
import type { TestUsers } from './sendTestForm.tsx'

type Message = RecordOf<typeof messageList>

const refreshMs = 3_000

const filters = filtersOf({ q: text(), messageState: oneOf(messageStates, { as: 'state' }), type: oneOf(messageTypes) })

/** A figure of the sending; empty before it starts. */
function Count({ of, id }: { of: Message; id: 'delivered' | 'read' | 'skipped' | 'failed' }) {
  return of.startedAt === null ? <span aria-hidden>–</span> : <Amount value={of[id]} unit="number" />
}

const columns: Column<Message>[] = [
  { id: 'name', cell: (message) => message.name, pinned: true, width: 190 },
  { id: 'state', cell: (message) => <MessageState state={message.state} />, width: 110 },
  { id: 'progress', cell: (message) => <Progress of={message} />, width: 190 },
  { id: 'audience', cell: (message) => <Amount value={message.audience} unit="number" />, align: 'end', width: 110 },
  { id: 'delivered', cell: (message) => <Count of={message} id="delivered" />, align: 'end', width: 110 },
  { id: 'read', cell: (message) => <Count of={message} id="read" />, align: 'end', width: 100 },
  { id: 'sendTime', cell: (message) => <Time at={message.sendTime} brief />, width: 140 },
  {
    id: 'messageType',
    cell: (message) => <Labelled by={`official:options.messageType.${message.type.replaceAll('+', '_')}`} />,
    width: 150,
    spare: true,
  },
  { id: 'messageText', cell: (message) => message.text, width: 260, spare: true },
  { id: 'skipped', cell: (message) => <Count of={message} id="skipped" />, align: 'end', hidden: true },
  { id: 'failed', cell: (message) => <Count of={message} id="failed" />, align: 'end', hidden: true },
  { id: 'updatedBy', cell: (message) => message.updatedBy, width: 120, hidden: true },
  { id: 'updatedAt', cell: (message) => <Time at={message.updatedAt} />, sort: 'updatedAt', width: 165, hidden: true },
]

const MessageForm = loadable(() => import('./MessageForm.tsx'))
const commands = [addCommand('official.message')]
const drawers = { add: MessageForm, edit: MessageForm, show: loadable(() => import('./ShowMessage.tsx')) }

const sentenceOf =
  (how: 'paused' | 'resumed' | 'stopped') =>
  ([message]: readonly Message[]) =>
    messageDid({ name: message!.name, how, users: message!.sent })
const at = ([message]: readonly Message[]) => ({ id: message!.id, version: message!.version })

const actions = [
  defineAction<Message>({
    id: 'official.message.show',
    icon: IconChartLine,
    may: () => true,
    drawer: 'show',
  }),
  editAction<Message>('official.message'),
  defineAction<Message, TestUsers>({
    id: 'official.message.test',
    icon: IconSend2,
    single: true,
    may: (message) => message.can.test,
    form: () => import('./sendTestForm.tsx'),
    run: (_ids, { userIds }, [message]) =>
      call(messageTest, {
        id: message!.id,
        userIds: readIds(userIds).ids,
      }),
    message: ([message], { userIds }) =>
      messageDid({ name: message!.name, how: 'tested', users: readIds(userIds).ids.length }),
  }),
  defineAction<Message>({
    id: 'official.message.pause',
    icon: IconPlayerPause,
    single: true,
    may: (message) => message.can.pause,
    run: (_ids, _input, rows) => call(messagePause, at(rows)),
    message: sentenceOf('paused'),
  }),
  defineAction<Message>({
    id: 'official.message.resume',
    icon: IconPlayerPlay,
    single: true,
    may: (message) => message.can.resume,
    run: (_ids, _input, rows) => call(messageResume, at(rows)),
    message: sentenceOf('resumed'),
  }),
  defineAction<Message, Reason>({
    id: 'official.message.stop',
    icon: IconPlayerStop,
    single: true,
    danger: true,
    may: (message) => message.can.stop,
    form: reasonForm,
    run: (_ids, { reason }, rows) => call(messageStop, { ...at(rows), reason }),
    message: sentenceOf('stopped'),
  }),
  deleteAction<Message>('official.message', messageDelete, (rows) =>
    messagesChanged(
      rows.map(({ name }) => name),
      'deleted',
    ),
  ),
]

/** Messages whose figures change while shown: those being sent, and those about to start. */
const isMoving = ({ state, startedAt, finishedAt, sendTime }: Message) =>
  (startedAt !== null && finishedAt === null && state !== 'paused') ||
  (state === 'pending' && sendTime !== null && Date.parse(sendTime) < Date.now() + refreshMs)

export default function MessageList() {
  const list = useList({ call: messageList, filters, sort: '-updatedAt', name: (message) => message.name })
  useWhileMoving(list.rows.some(isMoving))
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}

/** Reloads the list every three seconds while a message is being sent. */
function useWhileMoving(moves: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!moves) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['official.message'] }), refreshMs)
    return () => clearInterval(timer)
  }, [client, moves])
}
