import { useTranslation } from 'react-i18next'
import { listed } from '../format/list.ts'

/** Names or labels as a list in the reader's language; a dash if there are none. */
export function Listed({ of }: { of: readonly string[] }) {
  const { i18n } = useTranslation()
  return <bdi>{of.length === 0 ? '–' : listed(of, i18n.language)}</bdi>
}
