import { useTranslation } from 'react-i18next'
import { listed } from '../format/listed.ts'
import { useLabels } from './labels.ts'

/** Names or labels as a list in the reader's language; a dash if there are none. */
export function Listed({ of }: { of: readonly string[] }) {
  const { i18n } = useTranslation()
  return <bdi>{of.length === 0 ? '–' : listed(of, i18n.language)}</bdi>
}

/** A text by a computed key, such as a state's. */
export function Labelled({ by }: { by: string | readonly string[] }) {
  return useLabels().label(by)
}
