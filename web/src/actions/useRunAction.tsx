// Runs an action on rows: directly, or after a question or a form; shows the result, row by row if possible.
import { bulkStart } from '@greenroom/contract/bulk'
import type { Form, Sentence } from '@greenroom/contract/sentences/words'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { useRefresh } from '../api/useRefresh.ts'
import { actionLabel } from '../i18n/actionLabel.ts'
import { textLanguage } from '../i18n/index.ts'
import { useCurrentList } from '../list/currentList.ts'
import type { Everything, RowId } from '../list/selection.ts'
import { showError, showSuccess, showWarning } from '../session/messages.ts'
import { whyOutcome } from '../session/refusalReasons.ts'
import { afterScreen } from '../ui/behaviour/afterScreen.ts'
import { label } from '../ui/labels.ts'
import { loadable } from '../ui/loadable.tsx'
import {
  type AnyAction,
  approvalOf,
  isForAll,
  opensFirst,
  outcomesOf,
  reasonKeys,
  splitByMay,
  whyNot,
} from './action.ts'
import { showDone, showWaiting } from './done.tsx'
import { linksOf } from './form/links.ts'
import type { Answered, PendingAction, Report } from './pending.ts'
import { useDrawer } from './useDrawer.ts'

const ActionDialog = loadable(() => import('./ActionDialog.tsx'))
const BatchReport = loadable(() => import('./BatchReport.tsx'))
const loadAnswerDialog = () => import('./AnswerDialog.tsx')
const AnswerDialog = loadable(loadAnswerDialog)

/** Only actions with a drawer lack a message, and they never run here. */
function sentenceOf(
  action: AnyAction,
  rows: readonly unknown[],
  input: unknown,
  form: Form,
  answer: unknown,
): Sentence {
  if (!action.message) throw new Error(`${action.id} opens a drawer and cannot run`)
  return action.message(rows, input, form, answer)
}

type Run = (action: AnyAction, rows: readonly unknown[], everything?: Everything) => void
const RunContext = createContext<Run>(() => {})

/** Starts an action on rows, or on all matching rows; asks first if needed. */
export const useRunAction = (): Run => useContext(RunContext)

/** Renders the dialog, the report and the answer of the actions inside. */
export function ActionHost({ children }: { children: ReactNode }) {
  const list = useCurrentList()
  const drawer = useDrawer()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [pending, setPending] = useState<PendingAction>()
  const [report, setReport] = useState<Report>()
  const [answered, setAnswered] = useState<Answered>()
  useEffect(() => afterScreen(ActionDialog.preload), [])

  /** Throws the call's refusal, to be shown in the form. */
  const execute = async (action: AnyAction, rows: readonly unknown[], input: unknown) => {
    const ids = rows.map(list.rowId)
    // The dialog for a one-time answer is loaded before the call: after a new release its file may be gone.
    const [content] = await Promise.all([action.answer?.(), action.answer && loadAnswerDialog()])
    const { run, batch } = action
    const answer = run
      ? await run(ids, input, rows)
      : batch && (await call(batch.call, { ids, ...batch.payload(input) }))
    const approvalId = approvalOf(answer)
    const waits = approvalId !== undefined
    const outcomes = outcomesOf(answer)
    const failed = outcomes?.filter((outcome) => !outcome.ok) ?? []
    const left = new Set(failed.map((outcome) => outcome.id))
    list.selection.drop(ids.filter((id) => !left.has(id)))
    void refresh()
    const doneRows = failed.length > 0 ? rows.filter((row) => !left.has(list.rowId(row))) : rows
    if (waits && content && linksOf(answer).length > 0) setAnswered({ action, rows, answer, Content: content.default })
    if (failed.length > 0) {
      const doneIds = doneRows.map(list.rowId)
      const back = doneIds.length > 0 && !waits ? undo(action, doneIds, input, doneRows, answer) : undefined
      setReport({ action, rows, input, outcomes: outcomes ?? [], answer, waits, ...(back && { undo: back }) })
    } else if (waits)
      showWaiting(sentenceOf(action, doneRows, input, 'request', answer), approvalId, (to) => void navigate(to))
    else if (content) setAnswered({ action, rows, answer, Content: content.default })
    else showDone(sentenceOf(action, rows, input, 'done', answer), undo(action, ids, input, rows, answer))
  }

  /** Without a dialog: a second click or a held key while it runs does nothing. */
  const running = useRef(new Set<string>())
  const executeOnce = (action: AnyAction, rows: readonly unknown[], input: unknown) => {
    const key = `${action.id} ${rows.map(list.rowId).join(' ')}`
    if (running.current.has(key)) return
    running.current.add(key)
    execute(action, rows, input)
      .catch(showError)
      .finally(() => running.current.delete(key))
  }

  /** Starts a batch job; a message shows its progress. Throws the server's refusal. */
  const executeAll = async (action: AnyAction, { bulkId }: Everything, input: unknown) => {
    if (!action.batch) return
    const { call: batch, payload } = action.batch
    const [bulk, { followBulk }] = await Promise.all([
      call(bulkStart, { bulkId, call: batch.name, payload: payload(input) }),
      import('./followBulk.tsx'),
    ])
    list.selection.clear()
    followBulk({ bulk, go: (to) => void navigate(to), ended: () => void refresh() })
  }

  const undo = (action: AnyAction, ids: RowId[], input: unknown, rows: readonly unknown[], answer: unknown) =>
    action.undo &&
    (async () => {
      try {
        const failed = outcomesOf(await action.undo?.(ids, input, rows, answer))?.find(({ ok }) => !ok)
        if (failed) showWarning(whyOutcome(failed))
        else
          showSuccess(
            label('list:undone', { what: sentenceOf(action, rows, input, 'request', answer)[textLanguage()] }),
          )
      } catch (error) {
        showError(error)
      }
      void refresh()
    })

  const run: Run = (action, rows, everything) => {
    if (everything) {
      if (!isForAll(action, list.call)) return showWarning(label(reasonKeys(list.room, 'notForAll', action.id)))
      return setPending({ action, rows: [], unable: [], everything })
    }
    const reason = whyNot(action, rows)
    if (reason !== undefined) return showWarning(label(reasonKeys(list.room, reason, action.id)))
    const { able, unable } = splitByMay(action, rows)
    if (action.drawer) return drawer.open(action.drawer, String(list.rowId(able[0])))
    if (opensFirst(action) || unable.length > 0) {
      return setPending({ action, rows: able, unable })
    }
    executeOnce(action, able, undefined)
  }

  return (
    <RunContext value={run}>
      {children}
      <Suspense fallback={null}>
        {pending && (
          <ActionDialog
            key={actionLabel(pending.action.id)}
            pending={pending}
            execute={(input) =>
              pending.everything
                ? executeAll(pending.action, pending.everything, input)
                : execute(pending.action, pending.rows, input)
            }
            close={() => setPending((now) => (now === pending ? undefined : now))}
          />
        )}
        {report && (
          <BatchReport
            report={report}
            retry={(rows) => {
              setReport(undefined)
              executeOnce(report.action, rows, report.input)
            }}
            close={() => setReport(undefined)}
          />
        )}
        {answered && <AnswerDialog answered={answered} close={() => setAnswered(undefined)} />}
      </Suspense>
    </RunContext>
  )
}
