// Actions on banners, activities and adverts.
import type { RecordOf } from '@greenroom/contract/call'
import { placementDelete, placementEnable, type placementList } from '@greenroom/contract/official'
import { placementsChanged } from '@greenroom/contract/sentences/official'
import type { placementKinds } from '@greenroom/contract/words'
import { IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'

export type Placement = RecordOf<typeof placementList>
export type Kind = (typeof placementKinds)[number]

export const turnOf = (kind: Kind) => (enabled: boolean, ids: number[]) => call(placementEnable, { kind, ids, enabled })

export const deletePlacement = (id: string, kind: Kind) =>
  defineAction<Placement, Reason>({
    id,
    icon: IconTrash,
    danger: true,
    may: (row) => row.can.delete,
    form: reasonForm,
    batch: { call: placementDelete, payload: ({ reason }) => ({ kind, reason }) },
    message: (rows) =>
      placementsChanged(
        'done',
        kind,
        rows.map(({ name }) => name),
        'deleted',
      ),
  })
