// The names of a figure's parts.
import type { Dimension } from '@greenroom/contract/figureDimensions'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../../format/country.ts'
import { languageName } from '../../../format/language.ts'

type Named = { value: string; name: string | null }

/** A part's name in the reader's language; of a channel its name and number. */
export function usePartNames(by: Dimension): (part: Named) => string {
  const { t, i18n } = useTranslation('indicators')
  return ({ value, name }) => {
    if (value === '') return t(`by.without.${by}`)
    if (by === 'channel') return name === null || name === value ? value : t('by.named', { name, value })
    if (by === 'country') return countryName(value, i18n.language)
    if (by === 'language') return languageName(value, i18n.language)
    if (by === 'platform' || by === 'sex') return t(`options.${by}.${value}` as 'options.sex.woman')
    return name ?? value
  }
}
