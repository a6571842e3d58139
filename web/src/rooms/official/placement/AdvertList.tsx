import { placementsChanged } from '@greenroom/contract/sentences/official'
import { addCommand, editAction, switchActions } from '../../../action/usual.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { deletePlacement, type Placement, turnOf } from './actions.ts'
import { PlacementScreen } from './PlacementScreen.tsx'

const Form = loadable(() => import('./AdvertForm.tsx'))
const namesOf = (rows: readonly Placement[]) => rows.map(({ name }) => name)

const actions = [
  editAction<Placement>('official.advert'),
  ...switchActions<Placement>('official.advert', {
    turn: turnOf('advert'),
    message: (state, rows, _input, form) => placementsChanged(form, 'advert', namesOf(rows), state),
  }),
  deletePlacement('official.advert.delete', 'advert'),
]

export default function AdvertList() {
  return (
    <PlacementScreen
      kind="advert"
      commands={[addCommand('official.advert')]}
      actions={actions}
      drawers={{ add: Form, edit: Form }}
    />
  )
}
