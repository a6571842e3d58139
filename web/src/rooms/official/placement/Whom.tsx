import { useTranslation } from 'react-i18next'
import { countryName } from '../../../format/country.ts'
import { listed } from '../../../format/list.ts'
import type { Placement } from './placement.ts'

/** The target users, briefly. */
export function Whom({ of }: { of: Pick<Placement, 'countries' | 'sex' | 'minBuild'> }) {
  const { t, i18n } = useTranslation('official')
  const [first, second, ...more] = of.countries
  const countries = [first, second].flatMap((code) => (code ? countryName(code, i18n.language) : []))
  const parts = [
    ...countries,
    ...(more.length > 0 ? [t('whom.more', { count: more.length })] : []),
    ...(of.sex ? [t(`options.sex.${of.sex}`)] : []),
    ...(of.minBuild > 0 ? [t('whom.build', { build: String(of.minBuild) })] : []),
  ]
  return parts.length === 0 ? t('whom.all') : listed(parts)
}
