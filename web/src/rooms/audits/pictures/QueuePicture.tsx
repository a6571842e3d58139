import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { usePicture } from '../queue/workbench.ts'
import classes from './queuePicture.module.css'

/** A picture under audit: loading, loaded, or why it failed. */
export function Picture({ address, name }: { address: string; name: string }) {
  const { t } = useTranslation('audits')
  const { label } = useLabels()
  const shown = usePicture(address)
  if (shown.state === 'waiting')
    return <span className={classes['waiting']} role="img" aria-label={t('queue.picture.waiting')} />
  if (shown.state === 'failed')
    return (
      <span className={classes['failed']}>
        <IconPhotoOff size={22} aria-hidden />
        <span>{t('queue.picture.failed')}</span>
        <span className={classes['why']}>
          {label([`audits:queue.picture.why.${shown.why}`, 'audits:queue.picture.why.other'], { why: shown.why })}
        </span>
      </span>
    )
  return (
    <img key={shown.url} className={classes['picture']} src={shown.url} alt={name} decoding="sync" draggable={false} />
  )
}

/** Several pictures in one frame, up to nine as equal parts. */
export function Mosaic({ addresses, nameOf }: { addresses: readonly string[]; nameOf: (number: number) => string }) {
  const shown = addresses.slice(0, 9)
  const columns = Math.ceil(Math.sqrt(shown.length))
  return (
    <span className={classes['mosaic']} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {shown.map((address, at) => (
        <span key={address} className={classes['part']}>
          <Picture address={address} name={nameOf(at + 1)} />
        </span>
      ))}
    </span>
  )
}
