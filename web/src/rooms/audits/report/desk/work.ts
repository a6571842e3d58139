// Context of the desk's parts.
import { createContext, useContext } from 'react'
import { pictureAddress } from '../../queue/pictures/load.ts'
import type { Template } from '../../template/useReasons.ts'
import { type Case, type Desk, draftOf, type Report, reportOf } from './desk.ts'
import type { DeskState } from './useDesk.ts'

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
