import { fileUrl } from '../../session/cookies.ts'
import classes from '../ui.module.css'

/** Small pictures in a row of a table; each loads when it comes into view. */
export function Thumbnails({ of }: { of: readonly { fileId: string; url: string }[] }) {
  return (
    <span className={classes['thumbnails']}>
      {of.map((picture, at) => (
        // The same picture may occur more than once.
        <img key={`${at} ${picture.fileId}`} src={fileUrl(picture.url)} alt="" width={26} height={26} loading="lazy" />
      ))}
    </span>
  )
}
