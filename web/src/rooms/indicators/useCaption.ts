// The caption of a chart that is saved as a picture.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Caption } from '../../charts/picture.ts'
import { dateTime } from '../../format/time.ts'
import { platformZone } from '../../session/zone.ts'
import { useMenuName } from '../../ui/useMenuName.ts'
import type { ScreenKind } from './figureFilters.ts'
import { type Narrowed, useWords } from './useWords.ts'

type Data = { asOf: string; days?: readonly string[]; cohorts?: readonly { day: string }[] } | undefined

export function useCaption(kind: ScreenKind, values: object, data: Data): Caption {
  const { t } = useTranslation('indicators')
  const words = useWords()
  const name = useMenuName(`indicators.${kind}`)
  return useMemo(() => {
    const days = data?.days ?? data?.cohorts?.map(({ day }) => day) ?? []
    const span = days.length > 0 ? t('board.span', { from: days[0], to: days.at(-1) }) : ''
    const time = data ? dateTime(data.asOf, platformZone()) : ''
    return {
      lines: [span, words.filters(values as Narrowed)].filter((line) => line !== ''),
      source: t('picture.source', { name, time, zone: platformZone() }),
    }
  }, [data, values, name, words, t])
}
