// A form in a drawer. It keeps the input through errors, reloads and expired sessions, asks before discarding changes, shows errors under
// their fields, and both values if someone else saved first.
import type { Answer, AnyCall, Payload } from '@greenroom/contract/call'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { createContext, type FormEvent, type ReactNode, Suspense, useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { call, isRefused } from '../../api/call.ts'
import { useRefresh } from '../../api/useRefresh.ts'
import { textLanguage } from '../../i18n/index.ts'
import { useDraft } from '../../session/draft.ts'
import { explain, showError, showSuccess } from '../../session/messages.ts'
import { keyNames } from '../../session/shortcuts.ts'
import { focusField, useShown } from '../../ui/behaviour/shown.ts'
import { isSubmitKey, useSend } from '../../ui/behaviour/useSend.ts'
import { loadable } from '../../ui/loadable.tsx'
import { approvalOf } from '../action.ts'
import { showWaiting } from '../done.tsx'
import { Conflict } from './Conflict.tsx'
import { type CodeFields, codeFields, refusalErrors, savedFirst, schemaErrors } from './errors.ts'
import classes from './form.module.css'
import { linksOf } from './links.ts'
import { type DrawerWidth, SideDrawer } from './SideDrawer.tsx'
import { merge, type Side } from './stale.ts'

/** Only after a request about accounts. */
const LinksShown = loadable(() => import('./LinksShown.tsx'), 'LinksShown')

type Fields = Record<string, unknown>

/** The success message; absent if `onSaved` always shows the answer itself. */
type SuccessMessage<V, C extends AnyCall> =
  | { message: (values: V) => Sentence; onSaved?: (answer: Answer<C>, values: V) => boolean | void }
  | { message?: undefined; onSaved: (answer: Answer<C>, values: V) => true }

export type FormDrawerProps<V extends Fields, C extends AnyCall = AnyCall> = SuccessMessage<V, C> & {
  /** The request as a sentence, where the call may wait for a second member of staff: shown if the answer has an approval's id. */
  waiting?: (values: V) => Sentence
  /** Below the links of an answer: what else became of them. */
  linksNote?: (answer: Answer<C>) => ReactNode
  title: ReactNode
  close: () => void
  width?: DrawerWidth
  /** The key of the draft, for instance `system.staff:5`; its first part is the room of the texts. */
  draft: string
  /** The saving call; a function if it depends on the values. */
  call: C | ((values: V) => C)
  /** The call's payload schema of the contract. */
  schema: z.ZodType
  initial: V
  /** Maps the form's values to the payload. */
  payload?: (values: V) => Fields
  /** Rules that have codes of their own; their errors take precedence over the schema's. */
  check?: (values: V) => FormErrors
  /** The field of each code that neither contract nor server maps. */
  codes?: CodeFields
  /** Reads the current record, for a stale write. */
  theirs?: () => Promise<V>
  /** Formats a value for the comparison of yours and theirs. */
  show?: (field: keyof V & string, value: unknown) => ReactNode
  /** Names of fields there, where the room's texts have none. */
  named?: (field: string) => string
  /** Why the form is read-only. */
  refused?: string | undefined
  /** The fields handle read-only mode themselves, since they can still be folded, scrolled or searched. */
  fieldsRefuse?: true
  /** Fields that must never be kept in the browser. */
  secret?: readonly (keyof V)[]
  /** Called with the server's refusal, in addition to the field errors. */
  onRefused?: (error: unknown) => void
  /** The submit button's text. */
  submit?: string | ((values: V) => string)
  children: (form: UseFormReturnType<V>) => ReactNode
}

const WaitContext = createContext<(waits: boolean) => void>(() => {})

/** For fields with pending work, such as an upload: submitting waits until it is called with `false`. */
export const useFormWait = (): ((waits: boolean) => void) => useContext(WaitContext)

export function FormDrawer<V extends Fields, C extends AnyCall = AnyCall>(props: FormDrawerProps<V, C>) {
  const { t } = useTranslation(['list', 'common'])
  const refresh = useRefresh()
  const navigate = useNavigate()
  const room = props.draft.split('.')[0] ?? ''
  const { busy, send: sendOnce } = useSend()
  const [waits, setWaits] = useState(false)
  const [fault, setFault] = useState('')
  const [leaving, setLeaving] = useState(false)
  const [links, setLinks] = useState<{ made: ReturnType<typeof linksOf>; waits: boolean; note: ReactNode }>()
  const [theirs, setTheirs] = useState<V>()
  const [first, setFirst] = useState<string>()
  const [initial, setInitial] = useState(props.initial)
  const box = useRef<HTMLFormElement>(null)
  const isShown = useShown()
  const callFor = (values: V) => (typeof props.call === 'function' ? props.call(values) : props.call)
  const payload = props.payload ?? ((values: V) => values as Fields)
  const form = useForm<V>({
    initialValues: props.initial,
    validate: (values) => ({ ...schemaErrors(props.schema, payload(values), room), ...props.check?.(values) }),
  })
  const draft = useDraft(props.draft, form, props.secret ?? [])

  const done = () => {
    draft.clear()
    props.close()
  }
  const leave = () => {
    // The call may be refused: the form stays open until the answer, so that no input is lost.
    if (busy) return
    if (form.isDirty()) setLeaving(true)
    else done()
  }

  const send = (values: V) => sendOnce(() => save(values))
  const save = async (values: V) => {
    if (props.refused || waits) return
    setFault('')
    try {
      // The schema has validated the payload.
      const answer = await call(callFor(values), payload(values) as Payload<C>)
      draft.clear()
      form.resetDirty()
      void refresh()
      const approvalId = approvalOf(answer)
      const made = linksOf(answer)
      const note = props.linksNote?.(answer)
      if (props.waiting && approvalId !== undefined) {
        showWaiting(props.waiting(values), approvalId, (to) => void navigate(to))
        return made.length > 0 ? setLinks({ made, waits: true, note }) : props.close()
      }
      if (made.length > 0) return setLinks({ made, waits: false, note })
      // True if it shows the answer itself.
      if (props.onSaved?.(answer, values) === true) return
      if (props.message) showSuccess(props.message(values)[textLanguage()])
      props.close()
    } catch (error) {
      await fail(error, values)
    }
  }

  const fail = async (error: unknown, values: V) => {
    props.onRefused?.(error)
    // If the form was closed another way, its field errors are not visible.
    if (!isShown()) showError(error)
    if (isRefused(error, 20000) && props.theirs) {
      try {
        const now = await props.theirs()
        if (JSON.stringify(now) !== JSON.stringify(initial)) {
          setFirst(savedFirst(error)?.by)
          return setTheirs(now)
        }
      } catch (other) {
        return setFault(explain(other)?.text ?? '')
      }
    }
    const codes = codeFields(callFor(values).fieldCodes, props.codes)
    const { errors, text } = refusalErrors(error, Object.keys(values), codes, room)
    form.setErrors(errors)
    focusOn(Object.keys(errors)[0])
    const remarks = text !== '' && !Object.values(errors).includes(text)
    setFault(remarks || Object.keys(errors).length === 0 ? text : '')
  }

  const settle = (chosen: Readonly<Record<string, Side>>) => {
    if (!theirs) return
    const merged = merge(form.getValues(), theirs, chosen)
    setInitial(theirs)
    form.setInitialValues(theirs)
    form.setValues(merged)
    setTheirs(undefined)
  }

  const focusOn = (field: string | undefined) => focusField(box.current, field)
  const submit = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit(send, (errors) => focusOn(Object.keys(errors)[0]))(event)
  if (links)
    return (
      <SideDrawer title={props.title} close={props.close}>
        <Suspense>
          <LinksShown links={links.made} waits={links.waits} note={links.note} close={props.close} />
        </Suspense>
      </SideDrawer>
    )
  return (
    <SideDrawer title={props.title} close={leave} {...(props.width !== undefined && { width: props.width })}>
      <form
        ref={box}
        className={classes['form']}
        onSubmit={submit}
        noValidate
        onKeyDown={(event) => {
          if (isSubmitKey(event)) submit()
        }}
      >
        {theirs ? (
          <Conflict
            initial={initial}
            yours={form.getValues()}
            theirs={theirs}
            room={room}
            by={first}
            {...(props.named && { named: props.named })}
            // The comparison knows fields by name only.
            show={props.show as never}
            settle={settle}
          />
        ) : (
          <Stack gap="md" className={classes['fields']}>
            {draft.restored && (
              <Alert color="blue" p="xs">
                <Group justify="space-between" gap="xs">
                  <Text>{t('list:form.restored')}</Text>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => {
                      draft.clear()
                      form.setValues(props.initial)
                      form.clearErrors()
                    }}
                  >
                    {t('list:form.startOver')}
                  </Button>
                </Group>
              </Alert>
            )}
            {props.refused && (
              <Alert color="gray" p="xs">
                {props.refused}
              </Alert>
            )}
            <fieldset className={classes['bare']} disabled={props.refused !== undefined && !props.fieldsRefuse}>
              <WaitContext value={setWaits}>
                <Stack gap="md">{props.children(form)}</Stack>
              </WaitContext>
            </fieldset>
          </Stack>
        )}
        {!theirs && (
          <footer className={classes['footer']}>
            {fault && (
              <Alert color="red" role="alert" p="xs" style={{ whiteSpace: 'pre-line' }}>
                {fault}
              </Alert>
            )}
            {leaving ? (
              <Group justify="space-between" gap="xs" role="alertdialog" aria-label={t('list:form.leave')}>
                <Text fw={500}>{t('list:form.leave')}</Text>
                <Group gap="xs">
                  <Button variant="default" onClick={() => setLeaving(false)} autoFocus>
                    {t('list:form.stay')}
                  </Button>
                  <Button color="red" variant="light" onClick={done}>
                    {t('list:form.discard')}
                  </Button>
                </Group>
              </Group>
            ) : (
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={leave} disabled={busy}>
                  {props.refused ? t('common:close') : t('common:cancel')}
                </Button>
                {!props.refused && (
                  <Button type="submit" loading={busy || waits} title={keyNames('mod+Enter').join(' + ')}>
                    {(typeof props.submit === 'function' ? props.submit(form.values) : props.submit) ??
                      t('common:save')}
                  </Button>
                )}
              </Group>
            )}
          </footer>
        )}
      </form>
    </SideDrawer>
  )
}
