// Runs a file of SQL one statement at a time, so that a failure can say which one it was.
import { type QueryExecutorProvider, sql } from 'kysely'

/** What a statement may contain a semicolon in: comments, texts, names, and bodies between dollar signs. */
const opaque = /--[^\n]*|\/\*[^]*?\*\/|[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1/y

/** The statements of a file, each with the comments above it and without its semicolon. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let from = 0
  for (let at = 0; at < text.length; ) {
    opaque.lastIndex = at
    const skipped = opaque.exec(text)
    if (skipped) at += skipped[0].length
    else if (text[at++] === ';') {
      statements.push(text.slice(from, at - 1))
      from = at
    }
  }
  return [...statements, text.slice(from)].map((one) => one.trim()).filter((one) => withoutComments(one) !== '')
}

const withoutComments = (statement: string): string => statement.replace(/^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/, '')

/** How much of a statement a message shows. */
const shown = 160

/** A statement that the database refused; the cause is its error. */
export class StatementFailed extends Error {
  /** Its beginning, on one line. */
  readonly statement: string

  constructor(statement: string, cause: unknown) {
    super((cause as Error).message, { cause })
    const line = withoutComments(statement).replace(/\s+/g, ' ')
    this.statement = line.length > shown ? `${line.slice(0, shown)}…` : line
  }
}

/** @throws StatementFailed */
export async function runStatements(database: QueryExecutorProvider, text: string): Promise<void> {
  for (const statement of statementsOf(text)) {
    try {
      await sql.raw(statement).execute(database)
    } catch (error) {
      throw new StatementFailed(statement, error)
    }
  }
}
