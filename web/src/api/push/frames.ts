// Server-sent events as they come in pieces.
export type Frame = { event: string; id: string; data: string }

/** A reader that answers the whole events in what has come so far; comments are none. */
export function framesOf(): (piece: string) => Frame[] {
  let rest = ''
  return (piece) => {
    const parts = (rest + piece).split('\n\n')
    rest = parts.pop() ?? ''
    return parts.flatMap((part) => {
      const lines = part.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
      if (lines.length === 0) return []
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      return [{ event: field('event'), id: field('id'), data: field('data') }]
    })
  }
}
