// Context of the desk's parts.

import { createContext, useContext } from 'react'
import { filterPayload, filtersOf, idText, readFilters, text } from '../../../list/filters.ts'
import { pictureAddress } from '../pictures/loadPicture.ts'
import type { Template } from '../reasonTemplates.tsx'
import { type Case, type Desk, draftOf, type Report, reportOf } from './reportDeskState.ts'
import type { ClaimFilters, DeskState } from './useReportDesk.ts'

// The desk's filters, stored in the address bar.
export const deskFilters = filtersOf({ userId: idText(), reportReason: text() })
deskFilters.reportReason.payload = (_name, reason) => ({ reason })
deskFilters.reportReason.read = (value) => value.trim().slice(0, 60) || undefined

const sorts = ['score', 'waiting'] as const
export const sortOf = (address: URLSearchParams): ClaimFilters['sort'] =>
  sorts.find((sort) => sort === address.get('order')) ?? 'score'

const narrowing = (address: URLSearchParams) =>
  filterPayload(deskFilters, readFilters(deskFilters, address)) as Omit<ClaimFilters, 'sort'>

export const isNarrowed = (address: URLSearchParams): boolean => Object.keys(narrowing(address)).length > 0

/** A claim's filters, from the address. */
export const requestOf = (address: URLSearchParams): ClaimFilters => ({ sort: sortOf(address), ...narrowing(address) })

export type Working = DeskState & {
  templates: readonly Template[]
  /** The index of the current report's picture in the viewer. */
  viewer: number | undefined
  setViewer: (index: number | undefined) => void
}

const DeskContext = createContext<Working | undefined>(undefined)
export const DeskProvider = DeskContext.Provider

export function useWorking(): Working {
  const found = useContext(DeskContext)
  if (!found) throw new Error('this belongs inside the desk')
  return found
}

/** The addresses of a report's pictures: evidence, then those of the reported content. */
export const picturesOf = (report: Report): string[] =>
  [...report.evidenceUrls, ...report.aboutPictureUrls].map((_, index) =>
    pictureAddress('report', report.reportId, index),
  )

const casesAhead = 3
const picturesOfEach = 12

/** The pictures shown now or soon, nearest first. */
export function neededPictures(desk: Desk): string[] {
  const place = Math.max(
    0,
    desk.cases.findIndex(({ reviewId }) => reviewId === desk.at),
  )
  const shown = desk.cases[place]
  const current = shown && reportOf(shown, draftOf(desk, shown))
  const near = desk.cases.slice(place, place + 1 + casesAhead)
  const all = [
    ...(current ? picturesOf(current) : []),
    ...(shown ? shown.reports.flatMap(picturesOf) : []),
    ...near.slice(1).flatMap((one: Case) => one.reports.flatMap(picturesOf).slice(0, picturesOfEach)),
  ]
  return [...new Set(all)]
}
