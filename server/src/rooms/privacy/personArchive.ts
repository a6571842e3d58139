// The archive of everything that is known of a person, made in the background as exports are: a file for each table, by the same declarations that
// erase it, and the pictures that its rows name. Sealed texts and hashes are left out.
import { archiveOf } from '@greenroom/contract/sentences/privacy'
import { sql } from 'kysely'
import type { Archive, ArchiveFile } from '../../kit/calls/serve.ts'
import type { Frozen } from '../../kit/database/databaseSnapshot.ts'
import { forPerson, personalData, secretsOf } from './declared/data.declared.ts'
import { numbered, type PictureOf, pictureFiles, picturesIn } from './personArchive.pictures.ts'

const bytesOf = (text: string) => Buffer.from(text)

/** A JSON array with a row a line; the first rows are already read. */
async function* rowsOf(
  first: readonly string[],
  { snapshot, seen }: { snapshot: Frozen; seen: (rows: readonly string[]) => Promise<void> },
): AsyncIterable<Uint8Array> {
  let between = '['
  for (let rows = first; rows.length > 0; rows = await snapshot.texts()) {
    yield bytesOf(rows.map((row, at) => (at === 0 ? between : ',') + `\n${row}`).join(''))
    between = ','
    await seen(rows)
  }
  yield bytesOf('\n]\n')
}

/** `tables/<name>.json` for each table with rows about the person; `pictures/…`; and `about.json`, which says what there is. */
export const personArchive = (picture: PictureOf): Archive => ({
  title: ({ userId }) => archiveOf(Number(userId)),
  async *files({ now }, { userId }, snapshot, rows): AsyncIterable<ArchiveFile> {
    const id = BigInt(String(userId))
    const counts: Record<string, number> = {}
    const urls = new Set<string>()
    for (const [table, data] of Object.entries(personalData)) {
      if (data.whose === undefined) continue
      const secrets = [...secretsOf(data)]
      // The tables and their conditions are declared in the code.
      const query = sql<{ row: string }>`
        select (to_jsonb(t) - array[${sql.join(secrets.map((name) => sql.lit(name)))}]::text[])::text as row from ${sql.table(table)} as t
         where ${sql.raw(forPerson(data.whose, id))}`
      await snapshot.declareTexts(query.compile(snapshot.database), 'UTC')
      const first = await snapshot.texts()
      if (first.length === 0) continue
      counts[table] = 0
      const seen = async (of: readonly string[]) => {
        counts[table]! += of.length
        for (const row of of) for (const url of picturesIn(JSON.parse(row))) urls.add(url)
        await rows(of.length)
      }
      yield { name: `tables/${table}.json`, content: rowsOf(first, { snapshot, seen }) }
    }
    // Nothing is read any more: an open snapshot keeps dead rows alive.
    await snapshot.close()
    const pictures: Record<string, string | null> = {}
    for await (const { url, file } of pictureFiles(picture, numbered(urls), () => rows(0))) {
      pictures[url] = file?.name ?? null
      if (file) yield file
    }
    const about = { userId: Number(id), madeAt: now.toISOString(), tables: counts, pictures }
    yield { name: 'about.json', content: [bytesOf(`${JSON.stringify(about, null, 1)}\n`)] }
  },
})
