// Ordered pictures as tiles, moved by dragging or with the arrow keys, and removed one by one.
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fileUrl } from '../../session/cookies.ts'
import { Reorder } from '../behaviour/Reorder.tsx'
import classes from './pictureTiles.module.css'

export type Picture = { fileId: string; url: string }

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string | number
  /** Accessible names of the tile and of its remove button. */
  name: (item: T, at: number) => string
  removeName: (item: T, at: number) => string
  readOnly: boolean
  change: (items: T[]) => void
  tile: (item: T, at: number) => ReactNode
  last?: ReactNode
}

export function Tiles<T>({ items, keyOf, name, removeName, readOnly, change, tile, last }: Props<T>) {
  return (
    <Reorder
      items={items}
      idOf={keyOf}
      nameOf={name}
      layout="tiles"
      readOnly={readOnly}
      change={change}
      removes
      className={classes['tiles']}
      last={last}
    >
      {(one, at, handle) => (
        <>
          <UnstyledButton className={classes['tile']} aria-label={name(one, at)} {...handle}>
            {tile(one, at)}
          </UnstyledButton>
          {!readOnly && (
            <ActionIcon
              className={classes['remove']}
              variant="filled"
              color="dark"
              size={18}
              aria-label={removeName(one, at)}
              onClick={() => change(items.toSpliced(at, 1))}
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </>
      )}
    </Reorder>
  )
}

type PicturesProps = Pick<Props<Picture>, 'readOnly' | 'change' | 'last'> & { pictures: readonly Picture[] }

/** Pictures by their number. */
export function PictureTiles({ pictures, ...rest }: PicturesProps) {
  const { t } = useTranslation('list')
  return (
    <Tiles
      items={pictures}
      keyOf={({ fileId }) => fileId}
      name={(_, at) => t('picture.number', { number: at + 1 })}
      removeName={(_, at) => t('picture.remove', { number: at + 1 })}
      tile={({ url }, at) => (
        <>
          <img className={classes['picture']} src={fileUrl(url)} alt="" draggable={false} />
          <b className={classes['number']} aria-hidden>
            {at + 1}
          </b>
        </>
      )}
      {...rest}
    />
  )
}
