// Runs an action on rows: at once, or after a question or a form; tells how it ended, row by row where it can.
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentList } from '../list/list.ts'
import { showError, showSuccess, showWarning } from '../session/messages.ts'
import { whyOutcome } from '../session/reasons.ts'
import { label } from '../ui/labels.ts'
import { loadable } from '../ui/loadable.tsx'
import {
  type Action,
  actionLabel,
  approvalOf,
  type Outcome,
  outcomesOf,
  reasonKeys,
  splitByMay,
  whyNot,
} from './action.ts'
import { afterScreen } from './Drawers.tsx'
import { doneText, showDone, showWaiting } from './done.tsx'
import { useDrawer } from './useDrawer.ts'

const ActionDialog = loadable(() => import('./ActionDialog.tsx'))
const BatchReport = loadable(() => import('./BatchReport.tsx'))
const loadAnswerDialog = () => import('./AnswerDialog.tsx')
const AnswerDialog = loadable(loadAnswerDialog)

export type Asked = { action: Action<any>; rows: readonly any[]; unable: { reason: string; rows: any[] }[] }
export type Report = {
  action: Action<any>
  rows: readonly any[]
  input: unknown
  outcomes: readonly Outcome[]
  /** Takes back those that were done. */
  undo?: () => Promise<void>
}
export type Answered = {
  action: Action<any>
  rows: readonly any[]
  answer: unknown
  /** Shows the answer; it was fetched before the action ran. */
  Content: ComponentType<{ answer: unknown; rows: readonly any[]; close: () => void }>
}

type Run = (action: Action<any>, rows: readonly any[]) => void
const RunContext = createContext<Run>(() => {})

/** Starts an action on rows; asks first where it must. */
export const useRunAction = (): Run => useContext(RunContext)

/** Holds the question, the report and the answer of the actions inside. */
export function ActionHost({ children }: { children: ReactNode }) {
  const list = useCurrentList()
  const drawer = useDrawer()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const [report, setReport] = useState<Report>()
  const [answered, setAnswered] = useState<Answered>()
  useEffect(() => {
    const timer = setTimeout(ActionDialog.preload, afterScreen)
    return () => clearTimeout(timer)
  }, [])

  /** Throws what the call refused, for whoever asked to show beside the form. */
  const execute = async (action: Action<any>, rows: readonly any[], input: unknown) => {
    const ids = rows.map(list.rowId)
    // What shows an answer once is there before the server makes it: after a new release its code may be gone.
    const [content] = await Promise.all([action.answer?.(), action.answer && loadAnswerDialog()])
    const answer = await action.run?.(ids, input, rows)
    const approvalId = approvalOf(answer)
    if (approvalId !== undefined) {
      void queries.invalidateQueries()
      return showWaiting(action, approvalId, (to) => void navigate(to))
    }
    const outcomes = outcomesOf(answer)
    const failed = outcomes?.filter((outcome) => !outcome.ok) ?? []
    const left = new Set(failed.map((outcome) => outcome.id))
    list.selection.drop(ids.filter((id) => !left.has(id)))
    void queries.invalidateQueries()
    if (failed.length > 0) {
      const doneRows = rows.filter((row) => !left.has(list.rowId(row)))
      const doneIds = doneRows.map(list.rowId)
      const back = doneIds.length > 0 ? undo(action, doneIds, input, doneRows, answer) : undefined
      setReport({ action, rows, input, outcomes: outcomes ?? [], ...(back && { undo: back }) })
    } else if (content) setAnswered({ action, rows, answer, Content: content.default })
    else showDone(action, doneText(action, rows, input, list.nameOf), undo(action, ids, input, rows, answer))
  }

  const undo = (action: Action<any>, ids: any[], input: unknown, rows: readonly any[], answer: unknown) =>
    action.undo &&
    (async () => {
      try {
        const failed = outcomesOf(await action.undo?.(ids, input, rows, answer))?.find(({ ok }) => !ok)
        if (failed) showWarning(whyOutcome(failed))
        else showSuccess(label('list:undone', { action: label(actionLabel(action.id)) }))
      } catch (error) {
        showError(error)
      }
      void queries.invalidateQueries()
    })

  const run: Run = (action, rows) => {
    const reason = whyNot(action, rows)
    if (reason !== undefined) return showWarning(label(reasonKeys(list.room, reason, action.id)))
    const { able, unable } = splitByMay(action, rows)
    if (action.drawer) return drawer.open(action.drawer, String(list.rowId(able[0])))
    if (action.form || action.danger || action.confirm || unable.length > 0) {
      return setAsked({ action, rows: able, unable })
    }
    execute(action, able, undefined).catch(showError)
  }

  return (
    <RunContext value={run}>
      {children}
      <Suspense fallback={null}>
        {asked && (
          <ActionDialog
            key={actionLabel(asked.action.id)}
            asked={asked}
            execute={(input) => execute(asked.action, asked.rows, input)}
            close={() => setAsked((now) => (now === asked ? undefined : now))}
          />
        )}
        {report && (
          <BatchReport
            report={report}
            retry={(rows) => {
              setReport(undefined)
              execute(report.action, rows, report.input).catch(showError)
            }}
            close={() => setReport(undefined)}
          />
        )}
        {answered && <AnswerDialog answered={answered} close={() => setAnswered(undefined)} />}
      </Suspense>
    </RunContext>
  )
}
