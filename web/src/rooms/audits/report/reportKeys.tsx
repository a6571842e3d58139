// The keys of a case, by the character they write in any layout; holding a key down decides only once.
import { reportActions } from '@greenroom/contract/statesAndKinds'
import { useShortcut } from '../../../session/shortcuts.ts'
import * as rules from './reportDeskState.ts'
import { type Action, type Case, draftOf, reportOf } from './reportDeskState.ts'
import { picturesOf, useWorking } from './reportWork.ts'

const once = (event: KeyboardEvent): boolean => !event.repeat

/** An action's number is its position. */
export const actionKey = (action: Action) => `${reportActions.indexOf(action)}` as const

export function CaseKeys({ one }: { one: Case }) {
  const { desk, change, skip, busy, viewer, setViewer } = useWorking()
  const current = reportOf(one, draftOf(desk, one))
  const pictures = current ? picturesOf(current).length : 0
  const free = !busy && !desk.lost.has(one.reviewId)
  const whenFree = (event: KeyboardEvent) => once(event) && free

  const move = (by: 1 | -1) => {
    setViewer(undefined)
    change((now) => rules.selectBeside(now, one, by))
  }
  const go = (by: 1 | -1) => {
    setViewer(undefined)
    change((now) => rules.goBeside(now, by))
  }
  const showPicture = (by: 1 | -1) => setViewer(((viewer ?? 0) + by + pictures) % pictures)
  const hasViewer = () => viewer !== undefined && pictures > 1

  useShortcut(
    'ArrowDown',
    'audits:report.keys.down',
    () => move(1),
    (event) => !isOnField(event),
  )
  useShortcut(
    'ArrowUp',
    'audits:report.keys.up',
    () => move(-1),
    (event) => !isOnField(event),
  )
  useShortcut('next', 'audits:report.keys.next', () => go(1), once)
  useShortcut('previous', 'audits:report.keys.previous', () => go(-1), once)
  useShortcut('skip', 'audits:report.keys.skip', () => skip(one), whenFree)
  useShortcut(
    'tick',
    'audits:report.keys.isFalse',
    () => current && change((now) => rules.toggleFalse(now, one, current.reportId)),
    whenFree,
  )
  useShortcut('tickMore', 'audits:report.keys.allFalse', () => change((now) => rules.toggleAll(now, one)), whenFree)
  useShortcut(
    'zoom',
    'audits:report.keys.zoom',
    () => setViewer(viewer === undefined ? 0 : undefined),
    () => pictures > 0,
  )
  useShortcut('ArrowRight', 'audits:report.keys.nextPicture', () => showPicture(1), hasViewer)
  useShortcut('ArrowLeft', 'audits:report.keys.previousPicture', () => showPicture(-1), hasViewer)
  useShortcut(
    'Escape',
    'audits:report.keys.closeViewer',
    () => setViewer(undefined),
    () => viewer !== undefined,
  )
  useShortcut(
    '+',
    'audits:report.keys.longer',
    () => change((now) => rules.lengthen(now, one, 1)),
    () => free,
  )
  useShortcut(
    '-',
    'audits:report.keys.shorter',
    () => change((now) => rules.lengthen(now, one, -1)),
    () => free,
  )
  return reportActions.map((action) => <ActionKey key={action} one={one} action={action} when={whenFree} />)
}

function ActionKey(props: { one: Case; action: Action; when: (event: KeyboardEvent) => boolean }) {
  const { change } = useWorking()
  const { one, action, when } = props
  useShortcut(
    actionKey(action),
    `audits:report.act.${action}`,
    () => change((now) => rules.act(now, one, action)),
    when,
  )
  return null
}

/** Elements that use arrows themselves. */
const isOnField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, select, textarea, [role="menu"], [role="listbox"]') !== null
