// How settlements read the figures.
import { moneyReader, timeReader } from '../figures/guildFold.service.ts'

/** The readers that fold events into figures (`kit.reader`): drafts wait until all are past the week's end. */
export const figureReaders: readonly string[] = [moneyReader, timeReader]
