// What a chart says about its days: the notes of staff, and the first day of another time zone.

import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { defineCommand } from '../../../actions/action.ts'
import type { Mark } from '../../../charts/plot.ts'

/** Opens the form of a note on days. */
export const noteCommand = defineCommand({ id: 'indicators.addNote', icon: IconPlus, drawer: 'note', writes: true })

type Marked = {
  notes: readonly { fromDay: string; toDay: string; text: string }[]
  /** Zones of the days, the newest first. */
  zones: readonly { since: string; zone: string }[]
}

export function useMarks({ notes, zones }: Marked): readonly Mark[] {
  const { t } = useTranslation('indicators')
  return useMemo(
    () => [
      ...notes.map(({ fromDay, toDay, text }) => ({ from: fromDay, to: toDay, label: text })),
      ...zones
        .slice(0, -1)
        .map(({ since, zone }) => ({ from: since, to: since, label: t('state.zoneMark', { zone }) })),
    ],
    [notes, zones, t],
  )
}
