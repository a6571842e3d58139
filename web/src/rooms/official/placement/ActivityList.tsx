import { placementsChanged } from '@greenroom/contract/sentences/official'
import { addCommand, editAction, switchActions } from '../../../action/usual.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { deletePlacement, type Placement, turnOf } from './actions.ts'
import { PlacementScreen } from './PlacementScreen.tsx'

const Form = loadable(() => import('./ActivityForm.tsx'))
const namesOf = (rows: readonly Placement[]) => rows.map(({ name }) => name)

const actions = [
  editAction<Placement>('official.activity'),
  ...switchActions<Placement>('official.activity', {
    turn: turnOf('activity'),
    message: (state, rows, _input, form) => placementsChanged(form, 'activity', namesOf(rows), state),
  }),
  deletePlacement('official.activity.delete', 'activity'),
]

export default function ActivityList() {
  return (
    <PlacementScreen
      kind="activity"
      commands={[addCommand('official.activity')]}
      actions={actions}
      drawers={{ add: Form, edit: Form }}
    />
  )
}
