// Imports of tests: files sent in parts over HTTP, and the job's work done to its end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCheck, importInfo, importPart, importStart } from '@greenroom/contract/moving'
import { importPartBytes } from '@greenroom/contract/moving.schema'
import { approvalDecide } from '@greenroom/contract/system'
import type { Client, TestProduct } from '../../../test/product.ts'
import { operator } from '../../../test/programs.ts'
import { multipart } from '../../../test/world/base.ts'
import { diskStorage } from '../../files/index.ts'
import { workOnImports } from './moving.apply.ts'

/** What the work of imports needs of a product. */
export const workOf = ({ database, clock, params, dataDir }: TestProduct) => ({
  database,
  clock,
  params,
  storage: diskStorage(join(dataDir, 'files')),
})

/** Works until nothing waits. */
export async function worked(product: TestProduct, records = 300, checked?: number): Promise<void> {
  while (await workOnImports(workOf(product), records, checked));
}

/**
 * Works in a process of its own, which is killed (`kill -9`) while it does the part after so many.
 *
 * @returns once it is gone
 */
export async function killedAfter(product: TestProduct, parts: number): Promise<void> {
  const script = fileURLToPath(new URL('moving.worker.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, product.databaseUrl, product.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: operator(),
  })
  const closed = once(child, 'close')
  let done = 0
  for await (const chunk of child.stdout) {
    done += String(chunk).split('part\n').length - 1
    if (done >= parts) child.kill('SIGKILL')
  }
  const [code, signal] = (await closed) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`the worker ended by itself with ${code} after ${done} parts`)
}

/** Sends a file in parts. */
export async function sendFile(client: Client, importId: number, fileName: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  for (let number = 0; number === 0 || number * importPartBytes < bytes.length; number++) {
    const part = bytes.subarray(number * importPartBytes, (number + 1) * importPartBytes)
    const last = (number + 1) * importPartBytes >= bytes.length
    const fields = { importId: String(importId), fileName, number: String(number), last: String(last) }
    const answer = await client.send(importPart, {} as never, multipart(fields, part))
    if (answer.code !== 200) throw new Error(`${importPart.name} refused: ${JSON.stringify(answer)}`)
  }
}

/** Sends files and checks them, so many records at once. @returns the import as its screen shows it */
export async function sentImport(
  product: TestProduct,
  client: Client,
  files: Record<string, string>,
  checked?: number,
) {
  const { importId } = await client.call(importStart, {})
  for (const [name, text] of Object.entries(files)) await sendFile(client, importId, name, text)
  const { version } = await client.call(importInfo, { importId })
  await client.call(importCheck, { importId, version })
  await worked(product, undefined, checked)
  return client.call(importInfo, { importId })
}

/** A second member of staff approves. */
export async function approved(checker: Client, approvalId: string): Promise<void> {
  const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  if (!outcomes[0]?.ok) throw new Error(`not approved: ${JSON.stringify(outcomes)}`)
}
