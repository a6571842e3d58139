// Staff's notes about the user: everyone reads them, authors edit their own.
import type { RecordOf } from '@greenroom/contract/call'
import { userNoteDelete, userNoteList, userNoteSave, userNoteUpdate } from '@greenroom/contract/users'
import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconNote } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { usePanel, Waiting } from '../../../page/Panel.tsx'
import page from '../../../page/recordPage.module.css'
import { useDraft } from '../../../session/draft.ts'
import { useGuard } from '../../../session/route.tsx'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { isSubmitKey } from '../../../ui/behaviour/useSend.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Nothing } from '../../../ui/Nothing.tsx'
import classes from './person.module.css'
import type { Person } from './person.ts'

type Note = RecordOf<typeof userNoteList>

const noFilters = {}
const longest = 1_000

export default function Notes({ user }: { user: Person }) {
  const { t } = useTranslation(['users', 'list'])
  const panel = usePanel(userNoteList, { userId: user.userId }, noFilters)
  const guard = useGuard()
  return (
    <section className={classes['notes']} aria-label={t('panels.notes')}>
      {guard && user.can.note === true && <AddNote userId={user.userId} />}
      {panel.state === 'loading' && <Waiting />}
      {panel.state === 'failed' && <Failure error={panel.error} again={panel.again} />}
      {panel.state === 'ready' && panel.rows.length === 0 && <Nothing icon={IconNote} title={t('empty.notes')} />}
      {panel.rows.map((note) => (
        <NoteRow key={note.noteId} note={note} guard={guard} />
      ))}
      {panel.hasMore && (
        <Group>
          <Button variant="default" size="compact-sm" loading={panel.readingMore} onClick={panel.more}>
            {t('list:states.more')}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** Sends, shows what failed, and reloads the notes. */
function useSending() {
  const queries = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const send = (what: () => Promise<unknown>) =>
    attempt(async () => {
      await what()
      await queries.invalidateQueries({ queryKey: ['users.list'] })
    })
  return { busy, fault, send }
}

const onSubmitKey = (submit: () => void) => (event: KeyboardEvent) => {
  if (isSubmitKey(event)) submit()
}

function AddNote({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  const form = useForm({ initialValues: { text: '' } })
  const draft = useDraft(`users.note:${userId}`, form)
  const { busy, fault, send } = useSending()
  const text = form.values.text.trim()
  const submit = async () => {
    if (text === '' || busy) return
    const sent = form.getValues()
    await send(async () => {
      await call(userNoteSave, { userId, text })
      // The answer may come late: what was typed in the meantime is the next note.
      draft.clear(sent)
      if (form.getValues().text === sent.text) form.reset()
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={onSubmitKey(() => void submit())}
    >
      <Textarea
        label={t('note.new')}
        description={t('note.hint')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longest}
        data-note
        {...form.getInputProps('text')}
      />
      {fault && <Fault text={fault} />}
      <Group mt={8}>
        <Button type="submit" loading={busy} disabled={text === ''}>
          {t('note.add')}
        </Button>
      </Group>
    </form>
  )
}

function NoteRow({ note, guard }: { note: Note; guard: boolean }) {
  const { t } = useTranslation(['users', 'common'])
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read')
  const { busy, fault, send } = useSending()
  const remove = async () => {
    if (!(await send(() => call(userNoteDelete, { noteId: note.noteId })))) setMode('read')
  }
  return (
    <article className={classes['note']}>
      <div className={classes['noteHead']}>
        <b>{note.by}</b>
        <span className={page['dim']}>
          <Time at={note.at} />
        </span>
        {guard && mode === 'read' && (
          <Group gap={4}>
            {note.can.update === true && (
              <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setMode('edit')}>
                {t('note.edit')}
              </Button>
            )}
            {note.can.delete === true && (
              <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setMode('delete')}>
                {t('note.delete')}
              </Button>
            )}
          </Group>
        )}
        {mode === 'delete' && (
          <Group gap={4} role="alertdialog" aria-label={t('note.sure')}>
            <span>{t('note.sure')}</span>
            <Button variant="default" size="compact-xs" onClick={() => setMode('read')} autoFocus>
              {t('common:cancel')}
            </Button>
            <Button color="red" variant="light" size="compact-xs" loading={busy} onClick={() => void remove()}>
              {t('note.delete')}
            </Button>
          </Group>
        )}
      </div>
      {mode === 'edit' ? <EditNote note={note} done={() => setMode('read')} /> : <p dir="auto">{note.text}</p>}
      {fault && <Fault text={fault} />}
    </article>
  )
}

function EditNote({ note, done }: { note: Note; done: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  const [text, setText] = useState(note.text)
  const { busy, fault, send } = useSending()
  const submit = async () => {
    if (text.trim() === '' || busy) return
    if (await send(() => call(userNoteUpdate, { noteId: note.noteId, text: text.trim(), version: note.version })))
      done()
  }
  return (
    <div onKeyDown={onSubmitKey(() => void submit())}>
      <Textarea
        aria-label={t('note.edit')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longest}
        autoFocus
        mt={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {fault && <Fault text={fault} />}
      <Group gap="xs" mt={8}>
        <Button loading={busy} disabled={text.trim() === ''} onClick={() => void submit()}>
          {t('common:save')}
        </Button>
        <Button variant="default" onClick={done}>
          {t('common:cancel')}
        </Button>
      </Group>
    </div>
  )
}

const Fault = ({ text }: { text: string }) => (
  <Alert color="red" role="alert" p="xs" mt={8} style={{ whiteSpace: 'pre-line' }}>
    {text}
  </Alert>
)
