// What an entry was for, in words with a link, instead of the ledger's reference.
import type { RecordOf } from '@greenroom/contract/call'
import type { userEntryList } from '@greenroom/contract/flow'
import type { MenuKey } from '@greenroom/contract/screens'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { integer } from '../../format/number.ts'
import { useSession } from '../../session/session.ts'
import { Code } from '../../ui/Facts.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { GiftName } from '../../ui/values/GiftName.tsx'

export type Entry = RecordOf<typeof userEntryList>

type Place = { menu: MenuKey; to: string }

/** Where an id of a reference is shown, by the reference's first word. */
const placeOf: Record<string, (id: string) => Place> = {
  order: (id) => ({ menu: 'finance.recharge', to: `/finance/recharge?orderId=${id}&drawer=order:${id}` }),
  withdrawal: (id) => ({
    menu: 'finance.withdraw',
    to: `/finance/withdraw?tab=all&withdrawalId=${id}&drawer=withdrawal:${id}`,
  }),
  call: (id) => ({ menu: 'live.calls', to: `/live/calls?callId=${id}&drawer=call:${id}` }),
  live: (id) => ({ menu: 'live.records', to: `/live/records?liveId=${id}&drawer=record:${id}` }),
}

function LinkTo({ kind, id, children }: { kind: string; id: string; children: ReactNode }) {
  const { may } = useSession()
  const place = placeOf[kind]?.(encodeURIComponent(id))
  return place && may(place.menu, 'read') ? <Link to={place.to}>{children}</Link> : children
}

/** The kinds of references with a text, in the words of the screens they lead to. */
const named = ['order', 'withdrawal', 'call', 'live', 'operation', 'benefit', 'sale', 'text'] as const
type Named = (typeof named)[number]
const isNamed = (kind: string): kind is Named => (named as readonly string[]).includes(kind)

/** The gift and how many, the call, the order or whatever else the entry was for. */
export function Cause({ entry: { reference, cause } }: { entry: Entry }) {
  const { t, i18n } = useTranslation('flow')
  const space = reference.indexOf(' ')
  const [kind, id] = [reference.slice(0, space), reference.slice(space + 1)]
  if (cause?.gift) {
    const gift = (
      <>
        <GiftName of={cause.gift} /> {`×${integer(cause.gift.count, i18n.language)}`}
      </>
    )
    const [place, placeId] = cause.callId ? ['call', cause.callId] : ['live', cause.liveId]
    if (!placeId) return gift
    return (
      <LinkTo kind={place} id={placeId}>
        {gift}
      </LinkTo>
    )
  }
  if (!isNamed(kind)) return <Code>{reference}</Code>
  // A call, broadcast or message is told by its person and time; the others by their id.
  const name = t(`causes.${kind}`)
  return (
    <span title={id}>
      <LinkTo kind={kind} id={id}>
        {cause === null && kind !== 'text' ? (
          <>
            {name} <Code>{id}</Code>
          </>
        ) : (
          name
        )}
      </LinkTo>
    </span>
  )
}

/** Who gave or received it, who was called. */
export function With({ entry: { cause } }: { entry: Entry }) {
  return cause?.person ? <PersonLink person={cause.person} /> : <span aria-hidden>–</span>
}
