import { readFileSync } from 'node:fs'

/** One statement as the product sent it. */
export type Statement = { text: string; values: (string | number | null)[] }

/** Statements recorded since the last call, without every process's background polling. */
export function readStatements(file: string, from: number): Statement[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(from)
  return lines.map((line) => JSON.parse(line) as Statement).filter(({ text }) => !isPolling(text))
}

export const countLines = (file: string): number => readFileSync(file, 'utf8').split('\n').filter(Boolean).length

const isPolling = (text: string): boolean => !/access\.session|log"?\."?entry|"session"|"entry"/.test(text)

/** A pgbench script and its variables: parameters stay parameters. */
export function pgbenchScript(statements: readonly Statement[]): { script: string; variables: string[] } {
  const variables: string[] = []
  const texts = statements.map(({ text, values }, index) => {
    values.forEach((value, at) => variables.push(`p${index}_${at + 1}=${value ?? ''}`))
    const oneLine = text.replaceAll(/\s+/g, ' ').trim()
    return `${oneLine.replaceAll(/\$(\d+)/g, (_, number) => `:p${index}_${number}`)};`
  })
  return { script: `${texts.join('\n')}\n`, variables }
}
