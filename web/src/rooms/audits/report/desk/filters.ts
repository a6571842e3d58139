// The desk's filters, stored in the address bar.
import { reportReasonCode } from '@greenroom/contract/reportReasons'
import { filterPayload, filtersOf, idText, readFilters, text } from '../../../../list/filters.ts'
import type { ClaimFilters } from './useDesk.ts'

export const deskFilters = filtersOf({ userId: idText(), reportReason: text() })
deskFilters.reportReason.payload = (_name, reason) => ({ reason: reportReasonCode(reason) })
deskFilters.reportReason.read = (value) => value.trim().slice(0, 60) || undefined

const sorts = ['score', 'waiting'] as const
export const sortOf = (address: URLSearchParams): ClaimFilters['sort'] =>
  sorts.find((sort) => sort === address.get('order')) ?? 'score'

const narrowing = (address: URLSearchParams) =>
  filterPayload(deskFilters, readFilters(deskFilters, address)) as Omit<ClaimFilters, 'sort'>

export const isNarrowed = (address: URLSearchParams): boolean => Object.keys(narrowing(address)).length > 0

/** A claim's filters, from the address. */
export const requestOf = (address: URLSearchParams): ClaimFilters => ({ sort: sortOf(address), ...narrowing(address) })
