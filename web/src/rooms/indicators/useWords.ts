// Days and filters in words: under a pinned figure, and on a chart that is saved as a picture.
import type { boardInfo } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../format/country.ts'
import { listed } from '../../format/listed.ts'

type Pinned = NonNullable<Answer<typeof boardInfo>['figures'][number]['shown']>
export type Narrowed = { [K in 'country' | 'channel' | 'platform']?: readonly string[] | undefined } & {
  sex?: string | null | undefined
  compare?: string | null | undefined
  group?: string | null | undefined
}

export function useWords() {
  const { t, i18n } = useTranslation('indicators')
  const { language } = i18n
  return useMemo(() => {
    const option = (name: 'platform' | 'sex' | 'compare' | 'group', value: string) =>
      t(`options.${name}.${value}` as 'options.sex.woman')
    return {
      /** A value of a dimension in the reader's language: `Brazil`, `iOS`, `Women`; channels have only their names. */
      named: (dimension: 'country' | 'channel' | 'platform' | 'sex', value: string): string =>
        dimension === 'country'
          ? countryName(value, language)
          : dimension === 'channel'
            ? value
            : option(dimension, value),
      /** `Brazil, India · iOS · Women`; empty without filters. */
      filters: (of: Narrowed): string =>
        [
          of.group && option('group', of.group),
          of.country && listed(of.country.map((code) => countryName(code, language))),
          of.channel && listed(of.channel),
          of.platform && listed(of.platform.map((value) => option('platform', value))),
          of.sex && option('sex', of.sex),
          of.compare && `${t('filters.compare')}: ${option('compare', of.compare)}`,
        ]
          .filter(Boolean)
          .join(' · '),
      span: ({ days, from, to }: Pick<Pinned, 'days' | 'from' | 'to'>): string =>
        days === null ? t('board.span', { from, to }) : t('board.days', { count: days }),
    }
  }, [t, language])
}
