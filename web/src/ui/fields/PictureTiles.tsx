// Ordered pictures as tiles, moved by dragging or with the arrow keys, and removed one by one.
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useReorder } from '../behaviour/useReorder.ts'
import classes from './pictureTiles.module.css'

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string | number
  /** Accessible names of the tile and of its remove button. */
  name: (item: T, at: number) => string
  removeName: (item: T, at: number) => string
  readOnly: boolean
  change: (items: T[]) => void
  tile: (item: T, at: number) => ReactNode
  /** A last tile; receives whether an item of the list is being dragged. */
  last?: (dragging: boolean) => ReactNode
}

export function Tiles<T>({ items, keyOf, name, removeName, readOnly, change, tile, last }: Props<T>) {
  const { box, item, handle, remove, dragging } = useReorder({ items, readOnly, change, removes: true })
  return (
    <ul ref={box} className={classes['tiles']}>
      {items.map((one, at) => (
        <li key={keyOf(one)} {...item(at)}>
          <UnstyledButton className={classes['tile']} aria-label={name(one, at)} {...handle(at)}>
            {tile(one, at)}
          </UnstyledButton>
          {!readOnly && (
            <ActionIcon
              className={classes['remove']}
              variant="filled"
              color="dark"
              size={18}
              aria-label={removeName(one, at)}
              onClick={() => remove(at)}
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </li>
      ))}
      {last && <li>{last(dragging)}</li>}
    </ul>
  )
}
