import {
  isLanguage,
  type Language,
  languageNameOf,
  languages,
  staffLanguages,
  tagOf,
} from '@greenroom/contract/languages'
import { useTranslation } from 'react-i18next'
import styles from './MoreLanguages.module.css'

const isStaffs = (language: Language) => staffLanguages.some((staffs) => staffs === language)
const others = languages.filter((one) => !isStaffs(one))

/** The seven languages of outsiders. The device's own choice: a phone shows it as it shows every other. */
export default function MoreLanguages({
  language,
  choose,
}: {
  language: Language
  choose: (language: Language) => void
}) {
  const { t } = useTranslation('shell')
  return (
    <select
      className={styles['others']}
      aria-label={t('moreLanguages')}
      title={t('moreLanguages')}
      value={isStaffs(language) ? '' : language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
    >
      {isStaffs(language) && <option value="">…</option>}
      {others.map((one) => (
        <option key={one} value={one} lang={tagOf(one)}>
          {languageNameOf(one)}
        </option>
      ))}
    </select>
  )
}
