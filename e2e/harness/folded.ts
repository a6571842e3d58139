import { areFiguresFolded } from '../../server/test/figuresFolded.ts'
import type { Server } from './server.ts'

/** Waits until the figures count all facts so far: the fold pauses for seconds between rounds. */
export async function figuresFolded(server: Server): Promise<void> {
  while (!(await areFiguresFolded((statement) => server.query(statement))))
    await new Promise((resolve) => setTimeout(resolve, 200))
}
