// The keyboard and the palette of a list's actions: on the selected rows, else on the focused row.

import { actionLabel } from '../i18n/actionLabel.ts'
import { useCurrentList } from '../list/currentList.ts'
import type { KeyName } from '../session/keys.ts'
import { isOnControl, useShortcut } from '../session/shortcuts.ts'
import { useLabels } from '../ui/labels.ts'
import { type AnyAction, isForAll, reasonKeys, whyNot } from './action.ts'
import { usePaletteOffer } from './paletteEntries.ts'
import { useRunAction } from './useRunAction.tsx'

export function ActionKeys({ actions }: { actions: readonly AnyAction[] }) {
  const list = useCurrentList()
  const run = useRunAction()
  const { label } = useLabels()
  const rows = () => {
    const chosen = [...list.selection.all().values()]
    const active = list.byId.get(list.selection.active() ?? '')
    return chosen.length > 0 ? chosen : active === undefined ? [] : [active]
  }
  const act = (action: AnyAction) => run(action, rows(), list.selection.everything())
  usePaletteOffer(
    actions.map((action) => ({
      id: action.id,
      labelKey: actionLabel(action.id),
      detail: () => {
        const everything = list.selection.everything()
        if (everything) return label('list:bulk.rows', { count: everything.total })
        const [first, ...more] = rows()
        if (more.length > 0) return label('list:batch.rows', { count: more.length + 1 })
        return first === undefined ? '' : list.nameOf(first)
      },
      whyNot: () => {
        const all = list.selection.everything() && (isForAll(action, list.call) ? undefined : 'notForAll')
        const reason = list.selection.everything() ? all : whyNot(action, rows())
        return reason === undefined ? undefined : label(reasonKeys(list.room, reason, action.id))
      },
      run: () => act(action),
    })),
  )
  return actions.map(
    (action) =>
      action.key && <Key key={action.id} of={action.key} labelKey={actionLabel(action.id)} run={() => act(action)} />,
  )
}

/** A letter acts on rows unless something else has the focus: a filter, a link, a button. */
const isForRows = (event: KeyboardEvent): boolean =>
  !event.repeat &&
  (!isOnControl(event) || (event.target instanceof Element && event.target.closest('[data-grid]') !== null))

function Key(props: { of: KeyName; labelKey: string; run: () => void }) {
  useShortcut(props.of, props.labelKey, props.run, isForRows)
  return null
}
