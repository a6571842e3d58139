// A figure that links to the rows it counts, in the list's span.
import type { RecordOf } from '@greenroom/contract/call'
import type { userStatList } from '@greenroom/contract/finance'
import type { MenuKey } from '@greenroom/contract/screens'
import type { userFigures } from '@greenroom/contract/words'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../../session/session.ts'
import { useAddress } from '../../../session/useAddress.ts'

type Figure = (typeof userFigures)[number]

/** The screen of each figure's rows, its menu, and its parameter for the span. */
const places: Record<Figure, { menu: MenuKey; span: string; href: string }> = {
  recharged: { menu: 'finance.recharge', span: 'createdAt', href: '/finance/recharge?orderMoment=paid&sort=-paidAt' },
  refunded: {
    menu: 'finance.recharge',
    span: 'createdAt',
    href: '/finance/recharge?orderMoment=refunded&sort=-refundedAt',
  },
  spent: { menu: 'flow.token', span: 'occurredAt', href: '/flow/token?tab=legs&counted=spent' },
  earned: { menu: 'flow.token', span: 'occurredAt', href: '/flow/token?tab=legs&counted=earned' },
  withdrawn: { menu: 'finance.withdraw', span: 'requestedAt', href: '/finance/withdraw?tab=all&withdrawalMoment=paid' },
}

const dayOf = (moment: string | undefined) => moment?.slice(0, 10) ?? ''

export function Behind({
  figure,
  row,
  none,
  children,
}: {
  figure: Figure
  row: RecordOf<typeof userStatList>
  none: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('finance')
  const { may } = useSession()
  const [address] = useAddress()
  const { menu, span, href } = places[figure]
  if (none) return '–'
  if (!may(menu, 'read')) return children
  const [from, to] = (address.get('day') ?? '').split('..')
  const days = from || to ? `&${span}=${dayOf(from)}..${dayOf(to)}` : ''
  return (
    <Link to={`${href}&userId=${row.user.userId}${days}`} title={t(`userStat.behind.${figure}`)}>
      {children}
    </Link>
  )
}
