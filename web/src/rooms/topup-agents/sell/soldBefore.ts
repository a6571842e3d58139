// Whether a sale repeats one of the last minutes, and is asked about once more. Pure.
import type { agentBuyer } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'

type Sold = Answer<typeof agentBuyer>['sold']

/** The newest of them with this amount; undefined if there is none. */
export const soldBefore = (sold: Sold, tokens: number): Sold[number] | undefined =>
  sold.find((sale) => sale.tokens === tokens)
