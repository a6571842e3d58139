import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePicture, usePictures } from '../../queue/work.ts'
import classes from '../report.module.css'

/** A thumbnail that opens in the viewer; a failed one can be reloaded. */
export function EvidencePicture({ address, name, open }: { address: string; name: string; open: () => void }) {
  const pictures = usePictures()
  const { t } = useTranslation('audits')
  const shown = usePicture(address)
  const failed = shown.state === 'failed'
  return (
    <button
      type="button"
      className={classes['picture']}
      data-waiting={shown.state === 'waiting' || undefined}
      aria-label={failed ? t('report.pictureFailed', { name }) : name}
      title={failed ? t('report.pictureFailed', { name }) : name}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        if (failed) pictures.retry(address)
        else open()
      }}
    >
      {failed && <IconPhotoOff size={20} aria-hidden />}
      {shown.state === 'ready' && <img src={shown.url} alt="" draggable={false} />}
    </button>
  )
}
