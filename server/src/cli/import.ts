// Reads files of an old console and checks them: `npm run import -- FILE…`, with or without a running server. Changes nothing of the platform: on
// System → Import, one member of staff requests applying it and another approves (docs/moving-in.md).
//
// Exit code 0 if it can be applied, 1 with faults, 2 if a file cannot be read.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSettings } from '../config.ts'
import { Refusal } from '../kit/calls/refusal.ts'
import { openParams } from '../params/index.ts'
import { importFiles, partsOf } from '../rooms/moving/index.ts'
import { optionText } from '../texts/catalogue.ts'
import { withDatabase } from './cli.open.ts'
import { runCommand } from './cli.run.ts'

const minute = 60_000

function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { at: { type: 'string' } } })
  if (positionals.length === 0)
    throw new BadSettings('Which files? npm run import -- [--at 2026-11-30T00:00:00Z] FILE…')
  const at = values.at === undefined ? undefined : new Date(values.at)
  if (at && Number.isNaN(at.getTime())) throw new BadSettings('--at is a moment such as 2026-11-30T00:00:00Z')
  return withDatabase(async ({ database, clock }) => {
    const params = await openParams(database, minute)
    try {
      const { found, faults } = await importFiles(
        { database, clock, params },
        positionals.map((path) => ({ name: basename(path), parts: partsOf(path) })),
        at,
      )
      for (const { file, line, kind, key, fault, field, detail } of faults) {
        const place = line === 0 ? 'all files' : `${file}:${line}`
        const words = optionText('system:options.importFault', fault, 'en')
        console.log([place, kind, key, words, field, detail].filter((one) => one !== '').join('  '))
      }
      if (found.faults > faults.length) console.log(`… and ${found.faults - faults.length} more`)
      const kinds = found.found as Record<string, { lines: number; sums: Record<string, number> }>
      for (const [kind, { lines, sums }] of Object.entries(kinds))
        console.log([`${kind}: ${lines}`, ...Object.entries(sums).map(([name, sum]) => `${name} ${sum}`)].join(', '))
      console.log(
        found.faults === 0
          ? `Import ${found.id} has ${found.records} records and no fault. Request it on System → Import; another account approves.`
          : `Import ${found.id} has ${found.faults} faults: mend the files and run this again.`,
      )
      return found.faults === 0 ? 0 : 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      console.error(error.detail?.[0]?.message ?? error.message)
      return 2
    } finally {
      params.close()
    }
  })
}

runCommand(main)
