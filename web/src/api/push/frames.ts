// Parses server-sent events from chunks.
export type Frame = { event: string; id: string; data: string }

/** A parser that returns the events completed by each chunk; comments are skipped. */
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
