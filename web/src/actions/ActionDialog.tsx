// The dialog before an action: its rows, skipped rows with reasons, and the action's input.
import { isolated } from '@greenroom/contract/isolated'
import { Alert, Button, Group, List as Items, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import i18next from 'i18next'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listed } from '../format/listed.ts'
import { integer } from '../format/number.ts'
import { actionLabel } from '../i18n/actionLabel.ts'
import { textLanguage } from '../i18n/index.ts'
import { type AnyList, useCurrentList } from '../list/currentList.ts'
import { useDraft } from '../session/draft.ts'
import { showError } from '../session/messages.ts'
import { focusField } from '../ui/behaviour/shown.ts'
import { isSubmitKey, useSend } from '../ui/behaviour/useSend.ts'
import { label } from '../ui/labels.ts'
import { type ActionForm, type AnyAction, reasonKeys } from './action.ts'
import { codeFields, refusalErrors, schemaErrors } from './form/errors.ts'
import type { PendingAction } from './pending.ts'

type Props = { pending: PendingAction; execute: (input: unknown) => Promise<void>; close: () => void }
const named = 5

export default function ActionDialog(props: Props) {
  const { action } = props.pending
  const [form, setForm] = useState<ActionForm<any>>()
  const { busy, send } = useSend()
  const { close } = props
  const failed = useEffectEvent((error: unknown) => {
    showError(error)
    close()
  })
  useEffect(() => {
    action.form?.().then(
      (loaded) => setForm(loaded.default),
      (error: unknown) => failed(error),
    )
  }, [action])
  const { t } = useTranslation('common')
  const list = useCurrentList()
  // Opens once its form has loaded, so that the first field gets the focus.
  if (action.form && !form) return null
  return (
    <Modal
      opened
      onClose={() => busy || props.close()}
      title={
        asksByTitle(props.pending)
          ? questionOf(props.pending.action, props.pending.rows, list)
          : label(actionLabel(action.id))
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question {...props} form={form ?? noForm} busy={busy} send={send} />
    </Modal>
  )
}

const noForm: ActionForm<Record<string, never>> = {
  // zod is loaded with forms only; actions without input don't need it.
  schema: { safeParse: () => ({ success: true }) } as never,
  initial: {},
  Fields: () => null,
}

type QuestionProps = Props & { form: ActionForm<any>; busy: boolean; send: ReturnType<typeof useSend>['send'] }

function Question({ pending, execute, close, form: spec, busy, send }: QuestionProps) {
  const list = useCurrentList()
  const { t } = useTranslation(['list', 'common'])
  const [fault, setFault] = useState('')
  const { action, rows, everything } = pending
  const count = everything?.total ?? rows.length
  const form = useForm<Record<string, unknown>>({
    initialValues: spec.initial,
    validate: (values) => schemaErrors(spec.schema, values, list.room),
  })
  const draft = useDraft(`${action.id}:${everything?.bulkId ?? rows.map(list.rowId).join(',').slice(0, 200)}`, form)

  const box = useRef<HTMLFormElement>(null)
  const run = async (values: unknown) => {
    setFault('')
    try {
      await execute(values)
      draft.clear()
      close()
    } catch (error) {
      const { errors, text } = refusalErrors(error, Object.keys(spec.initial), codeFields({ reason: 11004 }), list.room)
      form.setErrors(errors)
      focusField(box.current, Object.keys(errors)[0])
      if (Object.keys(errors).length === 0) setFault(text)
    }
  }
  const submit = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit(
      (values) => send(() => run(values)),
      (errors) => focusField(box.current, Object.keys(errors)[0]),
    )(event)
  return (
    <form
      ref={box}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (isSubmitKey(event)) submit()
      }}
    >
      <Stack gap="sm">
        {everything ? (
          <QuestionForAll action={action} total={count} />
        ) : (
          !asksByTitle(pending) && <Text style={{ overflowWrap: 'anywhere' }}>{questionOf(action, rows, list)}</Text>
        )}
        <LeftOut action={action} unable={pending.unable} />
        <spec.Fields form={form} rows={rows} />
        {fault && (
          <Alert color="red" role="alert" p="xs" style={{ whiteSpace: 'pre-line' }}>
            {fault}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(action.danger && { color: 'red' })} data-autofocus={!action.form}>
            {count > 1
              ? t('list:batch.doTo', { action: label(actionLabel(action.id)), count })
              : label(actionLabel(action.id))}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The first few names and the number of the rest. */
function first(names: readonly string[]): string {
  const shown = names.slice(0, named).map(isolated)
  const more = names.length - shown.length
  return listed(more > 0 ? [...shown, label('list:batch.more', { count: more })] : shown, textLanguage())
}

const ownQuestion = (action: AnyAction): string => action.id.replace('.', ':questions.')

/** Without a sentence of its own, the question only names the action and the rows: the title says that once. */
const asksByTitle = ({ action, rows, everything }: PendingAction): boolean =>
  !everything && !i18next.exists(ownQuestion(action), { count: rows.length })

const questionOf = (action: AnyAction, rows: readonly unknown[], list: AnyList): string =>
  label([ownQuestion(action), 'list:batch.question'], {
    action: label(actionLabel(action.id)),
    count: rows.length,
    name: first(rows.map(list.nameOf)),
  })

function QuestionForAll({ action, total }: { action: AnyAction; total: number }) {
  const { t, i18n } = useTranslation('list')
  return (
    <Stack gap={4}>
      <Text>{t('bulk.question', { action: label(actionLabel(action.id)), total: integer(total, i18n.language) })}</Text>
      <Text size="sm" c="dimmed">
        {t('bulk.means')}
      </Text>
    </Stack>
  )
}

function LeftOut({ action, unable }: Pick<PendingAction, 'action' | 'unable'>) {
  const list = useCurrentList()
  if (unable.length === 0) return null
  const count = unable.reduce((sum, group) => sum + group.rows.length, 0)
  return (
    <Alert
      color="yellow"
      p="xs"
      title={label('list:batch.leftOut', { count })}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Items size="xs">
        {unable.map(({ reason, rows }) => (
          <Items.Item key={reason}>
            {label('list:batch.leftOutWhy', {
              names: first(rows.map(list.nameOf)),
              why: label(reasonKeys(list.room, reason, action.id)),
            })}
          </Items.Item>
        ))}
      </Items>
    </Alert>
  )
}
