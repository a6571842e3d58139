import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'
import { dateTime, ownZone, relative } from './time.ts'

const thisYear = () => String(new Date().getUTCFullYear())

/** A time in the platform's zone; on hover the reader's own zone and the relative time. */
export function Time({ at, brief }: { at: string | null; brief?: true }) {
  const { timeZone, clockOffset } = useSession()
  const { i18n } = useTranslation()
  if (at === null) return <span aria-hidden>–</span>
  const there = dateTime(at, timeZone)
  // Computed on hover: a list has hundreds of these.
  const explain = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const own = ownZone()
    currentTarget.title = [
      `${there} ${timeZone}`,
      ...(own === timeZone ? [] : [`${dateTime(at, own)} ${own}`]),
      relative(at, new Date(Date.now() + clockOffset), i18n.language),
    ].join('\n')
  }
  return (
    <bdi dir="ltr">
      <time dateTime={at} onPointerEnter={explain} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {/* A list on a phone hides these parts. */}
        <span data-part={there.startsWith(thisYear()) ? 'year' : undefined}>{there.slice(0, 5)}</span>
        {there.slice(5, 16)}
        {!brief && <span data-part="seconds">{there.slice(16)}</span>}
      </time>
    </bdi>
  )
}

/** A relative time: `3 minutes ago`, `in 2 days`; the absolute time on hover. */
export function Ago({ at }: { at: string }) {
  const { timeZone, clockOffset } = useSession()
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} title={`${dateTime(at, timeZone)} ${timeZone}`}>
      {relative(at, new Date(Date.now() + clockOffset), i18n.language)}
    </time>
  )
}
