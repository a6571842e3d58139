import type { ReactNode } from 'react'

/** What a cell or a fact shows. A number says how it is written: a count and an amount by `Amount`, an id by `String`. */
export type Written = Exclude<ReactNode, number | bigint>
