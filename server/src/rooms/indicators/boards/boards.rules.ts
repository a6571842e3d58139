// The contents of a pin, and valid orders of a board's pins. Pure.

import type { boardPin } from '@greenroom/contract/boards'
import type { Parsed } from '@greenroom/contract/call'
import { spanFault, spanOfDays } from '../figures/figures.spans.ts'
import type { Pin } from './boards.queries.ts'

type PinPayload = Parsed<typeof boardPin>

/**
 * The requested pin, or why it is invalid. A span is either relative (the last days up to today) or two fixed days; the default
 * is the last seven days.
 */
export function pinOf(requested: PinPayload, today: string): Omit<Pin, 'id'> | 'indicator.order' | 'indicator.span' {
  const { kind, as, key, country, channel, platform, sex, compare, group } = requested
  const isFixed =
    requested.days === undefined && (requested.startTimeStr !== undefined || requested.endTimeStr !== undefined)
  const span = isFixed ? spanOfDays(requested, today) : null
  const fault = span && spanFault(span)
  if (fault) return fault
  return {
    kind,
    as,
    key,
    days: span ? null : (requested.days ?? (kind === 'retention' ? 30 : 7)),
    from: span?.from ?? null,
    to: span?.to ?? null,
    country: country ?? [],
    channel: channel ?? [],
    platform: platform ?? [],
    sex: sex ?? null,
    compare: kind === 'retention' ? null : (compare ?? null),
    group: kind === 'retention' ? (group ?? null) : null,
  }
}

/** True if `order` names each of these pins once and nothing else. */
export const isOrderOf = (pins: readonly { id: number }[], order: readonly number[]): boolean =>
  pins.length === order.length && new Set(order).size === order.length && pins.every(({ id }) => order.includes(id))
