import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'
import { exactProps } from '../ui/values/exact.ts'
import { dateTime, ownZone, relative, yearIn, zoneName } from './time.ts'

/** A time in full: in the zone of the page, in the reader's own if that is another, and how long ago. */
function inFull(at: string, zone: string, now: Date, language: string): string {
  const own = ownZone()
  const when = new Date(at)
  return [...new Set([zone, own])]
    .map((one) => `${dateTime(at, one)} ${zoneName(one, when)}`)
    .concat(relative(at, now, language))
    .join('\n')
}

function useInFull() {
  const { shownZone, clockOffset } = useSession()
  const { i18n } = useTranslation()
  const now = () => new Date(Date.now() + clockOffset)
  // Computed on demand: a list has hundreds of these.
  return { shownZone, now, explained: (at: string) => exactProps(() => inFull(at, shownZone, now(), i18n.language)) }
}

/** A time in the page's zone, which the top bar names; on demand in full, with its zone. */
export function Time({ at, brief }: { at: string | null; brief?: true }) {
  const { shownZone, now, explained } = useInFull()
  if (at === null) return <span aria-hidden>–</span>
  const there = dateTime(at, shownZone)
  return (
    <bdi dir="ltr">
      <time dateTime={at} {...explained(at)} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {/* A list on a phone hides these parts. */}
        <span data-part={there.startsWith(yearIn(shownZone, now())) ? 'year' : undefined}>{there.slice(0, 5)}</span>
        {there.slice(5, 16)}
        {!brief && <span data-part="seconds">{there.slice(16)}</span>}
      </time>
    </bdi>
  )
}

/** A relative time: `3 minutes ago`, `in 2 days`; on demand the time itself. */
export function Ago({ at }: { at: string }) {
  const { now, explained } = useInFull()
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} {...explained(at)}>
      {relative(at, now(), i18n.language)}
    </time>
  )
}
