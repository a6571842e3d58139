// A list whose order is changed: by mouse and by touch on an item's handle, and by keyboard, where screen readers say what happens.
// Arrow keys, Home and End move an item at once; Space picks it up for the arrow keys, a click for the handle that is clicked next, where
// nobody need drag; Escape puts it back. Whatever imports this is loaded later than its screen, as the library is large.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragStartEvent,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import {
  type ComponentProps,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { moved, placeByKey } from './reorderKeys.ts'

/** Props of the button that moves an item. */
export type Handle = Omit<HTMLAttributes<HTMLElement>, 'color'> & {
  ref?: (element: HTMLElement | null) => void
  'data-grip': true
}

type Place = { id: string; name: string; fixed: boolean }
type Props<T> = {
  items: readonly T[]
  idOf: (item: T, at: number) => string | number
  /** As screen readers say it. */
  nameOf: (item: T, at: number) => string
  /** Whether an item keeps its place. */
  isFixed?: (item: T) => boolean
  /** One below the other; beside each other in one size; or in several sizes, which make room only when the item is dropped. */
  layout: keyof typeof strategies
  readOnly?: boolean
  change: (items: T[]) => void
  /** Whether the Delete key on a handle removes its item. */
  removes?: boolean
  className?: string | undefined
  style?: CSSProperties
  propsOf?: (item: T) => HTMLAttributes<HTMLLIElement> & { 'data-as'?: string }
  children: (item: T, at: number, handle: Handle) => ReactNode
  /** A last entry, which is none of the items. */
  last?: ReactNode
}

const strategies = { rows: verticalListSortingStrategy, tiles: rectSortingStrategy, sizes: () => null }
const onlyDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const still: Handle = { 'data-grip': true }

export function Reorder<T>(props: Props<T>) {
  const { items, layout, readOnly = false, change, removes = false } = props
  const { t } = useTranslation('list')
  const [said, setSaid] = useState('')
  /** The item whose handle was clicked. */
  const [picked, setPicked] = useState<string>()
  const box = useRef<HTMLOListElement>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A finger that moves on at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const places = items.map(
    (item, at): Place => ({
      id: String(props.idOf(item, at)),
      name: props.nameOf(item, at),
      fixed: readOnly || (props.isFixed?.(item) ?? false),
    }),
  )
  const placeOf = (id: UniqueIdentifier) => places.findIndex((place) => place.id === id)
  const wordsOf = (from: number, to: number) => ({ name: places[from]?.name, place: to + 1, all: places.length })
  const sayAt = (key: 'lifted' | 'moved' | 'dropped' | 'cancelled', from: UniqueIdentifier, to = from) =>
    t(`reorder.${key}`, wordsOf(placeOf(from), placeOf(to)))
  const announcements: Announcements = {
    onDragStart: ({ active }) => sayAt('lifted', active.id),
    onDragOver: ({ active, over }) => sayAt('moved', active.id, over?.id),
    onDragEnd: ({ active, over }) => sayAt('dropped', active.id, over?.id),
    onDragCancel: ({ active }) => sayAt('cancelled', active.id),
  }

  /** After it was rendered at its new place. */
  const focus = (at: number) =>
    requestAnimationFrame(() => box.current?.children[at]?.querySelector<HTMLElement>('[data-grip]')?.focus())
  const pick = (at: number) => {
    const from = places.findIndex(({ id }) => id === picked)
    setPicked(from === -1 ? places[at]?.id : undefined)
    setSaid(
      t(
        `reorder.${from === -1 ? 'lifted' : from === at ? 'cancelled' : 'dropped'}`,
        wordsOf(from === -1 ? at : from, at),
      ),
    )
    if (from !== -1 && from !== at) change(moved(items, from, at))
    focus(at)
  }
  const moveByKey = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Escape' && places[at]?.id === picked) return pick(at)
    if (event.key === 'Delete' && removes) {
      change(items.toSpliced(at, 1))
      focus(Math.min(at, items.length - 2))
      return
    }
    const ahead = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const to = placeByKey(
      event.key,
      at,
      places.map(({ fixed }) => fixed),
      ahead,
    )
    if (to === undefined) return
    event.preventDefault()
    if (to !== at) change(moved(items, at, to))
    setSaid(t('reorder.moved', wordsOf(at, to)))
    focus(to)
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id ?? active.id)]
    if (from !== -1 && to !== -1 && from !== to) change(moved(items, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={layout === 'rows' ? [onlyDown] : []}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('reorder.instructions') } }}
      onDragStart={(event) => {
        setPicked(undefined)
        focusHandle(event)
      }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={places.map(({ id }) => id)} strategy={strategies[layout]}>
        <ol ref={box} className={props.className} style={props.style}>
          {items.map((item, at) => (
            <Item
              key={places[at]!.id}
              place={places[at]!}
              kind={t('reorder.kind')}
              hint={t('reorder.hint')}
              picked={places[at]!.id === picked}
              pick={() => pick(at)}
              moveByKey={(event) => moveByKey(event, at)}
              {...props.propsOf?.(item)}
            >
              {(handle) => props.children(item, at, handle)}
            </Item>
          ))}
          {props.last && <li>{props.last}</li>}
        </ol>
      </SortableContext>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </DndContext>
  )
}

/** The handle has the focus while its item is dragged, so that Escape puts the item back and does not close what is around it. */
function focusHandle({ activatorEvent: { target } }: DragStartEvent) {
  if (target instanceof Element) target.closest<HTMLElement>('[data-grip]')?.focus({ preventScroll: true })
}

type ItemProps = Omit<ComponentProps<'li'>, 'children'> & {
  place: Place
  kind: string
  hint: string
  picked: boolean
  pick: () => void
  moveByKey: (event: KeyboardEvent) => void
  children: (handle: Handle) => ReactNode
}

function Item({ place, kind, hint, picked, pick, moveByKey, children, ...item }: ItemProps) {
  const { attributes, listeners, isDragging, isOver, transform, transition, setNodeRef, setActivatorNodeRef } =
    useSortable({
      id: place.id,
      disabled: place.fixed,
      attributes: { roleDescription: kind },
    })
  const held = isDragging || picked
  const handle: Handle = {
    ...attributes,
    ...listeners,
    'aria-pressed': held || undefined,
    title: hint,
    ref: setActivatorNodeRef,
    'data-grip': true,
    // Escape then belongs to the item, whatever drawer it stands in.
    ...(held && { 'data-mantine-stop-propagation': 'true' }),
    style: { cursor: 'grab', touchAction: 'manipulation', userSelect: 'none', WebkitTouchCallout: 'none' },
    // Not the click that a key makes.
    onClick: (event) => event.detail > 0 && pick(),
    onKeyDown: (event) => {
      if (isDragging) return
      listeners?.['onKeyDown']?.(event)
      if (!event.defaultPrevented) moveByKey(event)
    },
  }
  return (
    <li
      {...item}
      ref={setNodeRef}
      data-dragged={held || undefined}
      data-over={(isOver && !isDragging) || undefined}
      style={{
        transition,
        ...(transform && { transform: `translate(${transform.x}px, ${transform.y}px)` }),
        ...(held && { position: 'relative', zIndex: 1, opacity: 0.5 }),
      }}
    >
      {children(place.fixed ? still : handle)}
    </li>
  )
}
