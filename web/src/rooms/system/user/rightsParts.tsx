// What the drawers about rights share.
import type { Answer } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { whoCan } from '@greenroom/contract/systemRights'
import type { askedOf } from '@greenroom/contract/systemRights.schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DrawerSkeleton } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Amount, units } from '../../../format/Amount.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Listed } from '../../../ui/Labelled.tsx'
import { label } from '../../../ui/labels.ts'

type Told = Answer<typeof whoCan>

/** A screen with its area. */
export const screenName = (menu: MenuKey): string =>
  label('shell:forbidden.place', {
    area: label(`shell:areas.${menu.split('.')[0]}`),
    screen: label(`shell:screens.${menu}`),
  })

export const RolesShown = ({ roles }: { roles: readonly { roleName: string }[] }) => (
  <Listed of={roles.map(({ roleName }) => roleName)} />
)

const unitOf = { tokens: 'tokens', usdCents: 'usd' } as const
type Sum = Pick<Told['alone'][number], 'unit'> & { of: number }

/** A sum in the unit of its kind. */
export const AloneSum = ({ unit, of }: Sum) => <Amount value={of} unit={unitOf[unit]} />
export const aloneSumText = ({ unit, of }: Sum, language: string): string => units[unitOf[unit]](of, language)

/** Asks, and shows the answer, that it is loading, or why it could not be had. */
export function RightsQuery(props: {
  about: (typeof askedOf)[number]
  subject: string
  children: (told: Told) => ReactNode
}) {
  const { about, subject } = props
  const query = useQuery({
    queryKey: ['system.user', 'whoCan', about, subject],
    queryFn: ({ signal }) => call(whoCan, { of: about, key: subject }, { signal }),
  })
  if (query.isPending) return <DrawerSkeleton />
  if (query.isError) return <Failure error={query.error} again={() => void query.refetch()} busy={query.isFetching} />
  return props.children(query.data)
}
