// Which build a page is of. A page that was opened before an update goes on with the contract that it knows, and is told once that has changed.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isOlder, release } from '../../migrations/release.ts'

export type Build = {
  /** As a page of this build says it: the release, and a hash of the contract. */
  name: string
  /** Whether a page that says so knows another contract, and not that of a later release. */
  isOutdated: (said: string) => boolean
}

const written = z.object({ contract: z.string().default('') })

/** The build in a folder; one without a name if nothing was built, of which no page is outdated. */
export async function buildIn(directory: string): Promise<Build> {
  const text = await readFile(`${directory}/preloads.json`, 'utf8').catch(() => '{}')
  const { contract } = written.parse(JSON.parse(text))
  const name = contract === '' ? '' : `${release} ${contract}`
  return {
    name,
    isOutdated: (said) => {
      const [theirs = '', known] = said.split(' ')
      return name !== '' && known !== undefined && known !== contract && !isOlder(release, theirs)
    },
  }
}
