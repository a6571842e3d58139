import type { Audience } from '@greenroom/contract/messages.schema'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../../format/country.ts'
import { listed } from '../../../format/list.ts'
import { languageNames } from '../texts/names.ts'

/** The rule of an audience in words. */
export function AudienceRule({ of: rule }: { of: Audience }) {
  const { t, i18n } = useTranslation('official')
  if (rule.userType !== 'some') return t(`options.userType.${rule.userType}`)
  const { language } = i18n
  const { sex, countries = [], levelMin, levelMax, languages = [], activeDays, neverRecharged } = rule
  const parts = [
    sex && t(`options.sex.${sex}`),
    countries.length > 0 &&
      listed(
        countries.map((code) => countryName(code, language)),
        language,
      ),
    languages.length > 0 &&
      listed(
        languages.map((one) => languageNames[one]),
        language,
      ),
    levelMin !== undefined && t('rule.levelMin', { level: levelMin }),
    levelMax !== undefined && t('rule.levelMax', { level: levelMax }),
    activeDays !== undefined && t('rule.activeDays', { count: activeDays }),
    neverRecharged && t('fields.neverRecharged'),
  ]
  return parts.filter(Boolean).join(' · ')
}
