// The captcha's characters as strokes on a 4 × 6 grid. Look-alikes are left out: no 0, O, 1, I, 5, S, 8, B.

const strokes: Readonly<Record<string, string>> = {
  2: '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  3: '0,1 1,0 3,0 4,1 4,2 3,3 4,4 4,5 3,6 1,6 0,5|2,3 3,3',
  4: '3,6 3,0 0,4 4,4',
  6: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,4 3,3 1,3 0,4',
  7: '0,0 4,0 1,6',
  9: '0,5 1,6 3,6 4,5 4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,2',
  A: '0,6 2,0 4,6|1,4 3,4',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
}

/** Every character a captcha may show. */
export const captchaAlphabet = Object.keys(strokes).join('')

type Point = readonly [x: number, y: number]

/** The strokes of one character. */
export const linesOf = (character: string): readonly (readonly Point[])[] =>
  (strokes[character] ?? '').split('|').map((line) =>
    line.split(' ').map((point) => {
      const [x = 0, y = 0] = point.split(',').map(Number)
      return [x, y] as const
    }),
  )
