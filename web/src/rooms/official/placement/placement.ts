import type { RecordOf } from '@greenroom/contract/call'
import type { placementList } from '@greenroom/contract/official'
import type { placementKinds } from '@greenroom/contract/statesAndKinds'

export type Placement = RecordOf<typeof placementList>
export type Kind = (typeof placementKinds)[number]
