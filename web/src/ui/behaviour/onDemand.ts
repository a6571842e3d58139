// Menus and panels are rendered when first opened: each closed one would cost a positioned layer and a second render before the screen is
// usable.
import { type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type OnDemand = {
  /** False until first opened: render only the button. */
  made: boolean
  /** Props of the menu or panel, once rendered. */
  layer: { opened: boolean; onChange: (opened: boolean) => void }
  /** Props of the button before the layer is rendered. */
  closed: {
    'aria-haspopup': 'menu' | 'dialog'
    'aria-expanded': false
    onClick: () => void
    onKeyDown: (event: { key: string; preventDefault: () => void }) => void
  }
  /** Props of the button inside the layer. */
  target: { ref: Ref<HTMLButtonElement> }
}

export function useOnDemand(kind: OnDemand['closed']['aria-haspopup']): OnDemand {
  const [made, setMade] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const make = () => {
    flushSync(() => setMade(true))
    // The button was recreated inside the layer: move the focus there, so that it returns there at the end.
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }
  return {
    made,
    layer: { opened, onChange: setOpened },
    closed: {
      'aria-haspopup': kind,
      'aria-expanded': false,
      onClick: make,
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        make()
      },
    },
    target: { ref: button },
  }
}
