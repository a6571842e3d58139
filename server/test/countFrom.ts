// Where what tests make is counted from: above what a database has of an earlier process.
let first = 0

/** For a database that has rows of an earlier process. */
export function countFrom(number: number): void {
  first = number
}

/** Added to each counter of names, numbers and ids. */
export const countedFrom = (): number => first
