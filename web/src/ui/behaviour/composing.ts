// Input methods: what is half composed is neither searched nor acted on.
import { useMemo, useState } from 'react'

type Pressed = { isComposing: boolean; keyCode: number }

/** What Safari reports as the key that ended a composition: by then the composition is over. */
const ofInputMethod = 229

/** Whether a key press belongs to an input method, such as the Enter that chooses a word. */
export function isComposing(event: Pressed | { nativeEvent: Pressed }): boolean {
  const pressed = 'nativeEvent' in event ? event.nativeEvent : event
  return pressed.isComposing || pressed.keyCode === ofInputMethod
}

/** Whether a field's text is half composed, with the handlers of the field. */
export function useComposing() {
  const [composing, setComposing] = useState(false)
  const handlers = useMemo(
    () => ({ onCompositionStart: () => setComposing(true), onCompositionEnd: () => setComposing(false) }),
    [],
  )
  return { composing, handlers }
}
