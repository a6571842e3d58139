// What every part of the desk works with.
import { createContext, useContext } from 'react'
import { pictureAddress } from '../../queue/pictures/load.ts'
import type { Template } from '../../queue/work.ts'
import { type Case, type Desk, draftOf, type Report, reportOf } from './desk.ts'
import type { Desking } from './useDesk.ts'

export type Working = Desking & {
  templates: readonly Template[]
  /** The number of the picture under the glass, of the report that is looked at. */
  glass: number | undefined
  setGlass: (index: number | undefined) => void
}

const DeskContext = createContext<Working | undefined>(undefined)
export const DeskProvider = DeskContext.Provider

export function useWorking(): Working {
  const found = useContext(DeskContext)
  if (!found) throw new Error('this belongs inside the desk')
  return found
}

/** Where a report's pictures are: its evidence, then those of what it is about. */
export const picturesOf = (report: Report): string[] =>
  [...report.evidenceUrls, ...report.aboutPictureUrls].map((_, index) =>
    pictureAddress('report', report.reportId, index),
  )

const casesAhead = 3
const picturesOfEach = 12

/** The pictures that are shown or will be soon, the nearest first. */
export function wantedPictures(desk: Desk): string[] {
  const place = Math.max(
    0,
    desk.cases.findIndex(({ reviewId }) => reviewId === desk.at),
  )
  const shown = desk.cases[place]
  const looked = shown && reportOf(shown, draftOf(desk, shown))
  const near = desk.cases.slice(place, place + 1 + casesAhead)
  const all = [
    ...(looked ? picturesOf(looked) : []),
    ...(shown ? shown.reports.flatMap(picturesOf) : []),
    ...near.slice(1).flatMap((one: Case) => one.reports.flatMap(picturesOf).slice(0, picturesOfEach)),
  ]
  return [...new Set(all)]
}
