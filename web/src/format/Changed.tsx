import { useTranslation } from 'react-i18next'
import { type Change, changeOf } from './change.ts'
import classes from './format.module.css'

/** A change as a word or a figure: `+12%`, `×15`, `new`; empty if there is none to write. */
export function useChanged() {
  const { t, i18n } = useTranslation('common')
  const written = (change: Change): string =>
    change.kind === 'changed' ? change.text : change.kind === 'new' ? t('change.new') : ''
  return (before: number | null, now: number | null, cases?: number): { change: Change; written: string } => {
    const change = changeOf(before, now, i18n.language, cases)
    return { change, written: written(change) }
  }
}

/** The change from one figure to another; nothing where a percentage would mislead. */
export function Changed(props: { before: number; now: number; cases?: number | undefined }) {
  const changed = useChanged()
  const { change, written } = changed(props.before, props.now, props.cases)
  if (written === '') return null
  const direction = change.kind === 'changed' && !change.up ? 'down' : 'up'
  return (
    <bdi dir="ltr" className={classes['change']} data-direction={direction}>
      {written}
    </bdi>
  )
}
