// Parses the result of the owner's wallet. Pure.

export type HashLine = { id: number; transaction: string }

const header = /^\s*\D*instruction/i

/**
 * Parses one line for each instruction: its number, then somewhere its transaction's hash; separated by commas, semicolons,
 * tabs or spaces, as a wallet's file or a pasted table has them.
 *
 * @returns the lines, and the numbers of lines that could not be read.
 */
export function readHashLines(text: string): { lines: HashLine[]; bad: number[] } {
  const lines: HashLine[] = []
  const bad: number[] = []
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (place === 0 && header.test(line))) continue
    const cells = line.split(/[\s,;]+/).map((cell) => cell.replaceAll('"', ''))
    const id = /^#?(\d{1,9})$/.exec(cells.find((cell) => cell !== '') ?? '')?.[1]
    const transaction = cells.find((cell) => /^(0x)?[0-9a-f]{64}$/i.test(cell))
    if (id && transaction) lines.push({ id: Number(id), transaction })
    else bad.push(place + 1)
  }
  return { lines, bad }
}
