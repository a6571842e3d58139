// A button that shares a card as a picture. What draws it is loaded with the first press.
import { directionOf } from '@greenroom/contract/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import type { Card } from './card.ts'
import classes from './share.module.css'

type State = 'ready' | 'busy' | 'saved' | 'failed'

/** `card` may ask the server for what the card shows, such as a receipt's code. */
export function ShareButton({ card, label }: { card: () => Card | Promise<Card>; label?: string }) {
  const { t } = useTranslation('evening')
  const [state, setState] = useState<State>('ready')
  const share = async () => {
    if (state === 'busy') return
    setState('busy')
    try {
      const [of, { cardPicture }, { sharePicture }] = await Promise.all([
        card(),
        import('./cardPicture.ts'),
        import('./sharing.ts'),
      ])
      const picture = await cardPicture(of, directionOf(currentLanguage()))
      const done = await sharePicture(of.title, picture, of.link)
      setState(done === 'saved' ? 'saved' : 'ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <span className={classes['share']}>
      <button type="button" className={classes['button']} aria-disabled={state === 'busy'} onClick={() => void share()}>
        {state === 'busy' ? t('share.busy') : (label ?? t('share.share'))}
      </button>
      <small role="status">{state === 'saved' ? t('share.saved') : state === 'failed' ? t('share.failed') : ''}</small>
    </span>
  )
}
