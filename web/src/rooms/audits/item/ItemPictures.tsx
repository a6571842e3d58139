// An item's pictures, fetched with the session: small in a row, larger in a drawer. Blurred and grey according to the reviewer's
// workbench settings.
import { auditSettings } from '@greenroom/contract/audits'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useStateOf } from '../../../ui/behaviour/useStateOf.ts'
import { loadPicture, pictureAddress } from '../pictures/loadPicture.ts'
import classes from './itemPictures.module.css'

// A picture under audit while it is shown: fetched with the token, kept in memory only, released afterwards.
type Shown = { state: 'waiting' } | { state: 'ready'; url: string } | { state: 'failed' }

const waiting: Shown = { state: 'waiting' }

/** Picture `index` of an item. */
function usePrivatePicture(kind: string, itemId: string, index: number): Shown {
  const address = pictureAddress(kind, itemId, index)
  const [shown, setShown] = useStateOf<Shown>(address, waiting)
  useEffect(() => {
    const giveUp = new AbortController()
    let release: (() => void) | undefined
    loadPicture(address, giveUp.signal)
      .then((loaded) => {
        if (giveUp.signal.aborted) return loaded.release()
        release = loaded.release
        setShown({ state: 'ready', url: loaded.url })
      })
      .catch(() => {
        if (!giveUp.signal.aborted) setShown({ state: 'failed' })
      })
    return () => {
      giveUp.abort()
      release?.()
    }
  }, [address])
  return shown
}

export type OfItem = { kind: string; itemId: string; pictureUrls: readonly string[] }

/** The workbench caches its settings under the same key. */
const usePictureSettings = () =>
  useQuery({
    queryKey: ['audits', 'settings'],
    queryFn: ({ signal }) => call(auditSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

/** `small` fits a table row; a larger one opens on click. */
export function ItemPictures({ of, small }: { of: OfItem; small?: true }) {
  const { t } = useTranslation('audits')
  const settings = usePictureSettings()
  if (of.pictureUrls.length === 0) return small ? '–' : null
  return (
    <span
      className={classes['pictures']}
      data-small={small}
      data-blur={settings?.blur || undefined}
      data-grey={settings?.greyscale || undefined}
    >
      {of.pictureUrls.map((url, at) => (
        <Picture key={url} of={of} index={at} {...(!small && { opens: t('log.picture', { number: at + 1 }) })} />
      ))}
    </span>
  )
}

function Picture({ of, index, opens }: { of: OfItem; index: number; opens?: string }) {
  const { t } = useTranslation('audits')
  const shown = usePrivatePicture(of.kind, of.itemId, index)
  const name = t('log.picture', { number: index + 1 })
  if (shown.state === 'failed')
    return (
      <span className={classes['none']} role="img" aria-label={t('log.pictureFailed', { number: index + 1 })}>
        {index + 1}
      </span>
    )
  if (shown.state === 'waiting') return <span className={classes['none']} data-waiting role="img" aria-label={name} />
  const image = <img src={shown.url} alt={name} />
  if (opens === undefined) return image
  return (
    <a href={shown.url} target="_blank" rel="noreferrer" aria-label={opens}>
      {image}
    </a>
  )
}
