import { placementsChanged } from '@greenroom/contract/sentences/official'
import { addCommand, editAction, switchActions } from '../../../action/usual.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { deletePlacement, type Placement, turnOf } from './actions.ts'
import { PlacementScreen } from './PlacementScreen.tsx'

const Form = loadable(() => import('./BannerForm.tsx'))
const namesOf = (rows: readonly Placement[]) => rows.map(({ name }) => name)

const actions = [
  editAction<Placement>('official.banner'),
  ...switchActions<Placement>('official.banner', {
    turn: turnOf('banner'),
    message: (state, rows, _input, form) => placementsChanged(form, 'banner', namesOf(rows), state),
  }),
  deletePlacement('official.banner.delete', 'banner'),
]

export default function BannerList() {
  return (
    <PlacementScreen
      kind="banner"
      commands={[addCommand('official.banner')]}
      actions={actions}
      drawers={{ add: Form, edit: Form }}
    />
  )
}
