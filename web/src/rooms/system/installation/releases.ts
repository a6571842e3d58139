// The upgrade notes: the changelog of the reader's language as it was when the web was built.
import type { StaffLanguage } from '@greenroom/contract/languages'

const files = import.meta.glob<string>('../../../../../CHANGELOG*.md', { query: '?raw', import: 'default' })

export type Release = { version: string; day: string; notes: string[] }

/** The releases of a changelog, newest first. Notes are its points; those under `first` come first. */
export function releasesOf(changelog: string, first: string): Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [, version = '', day = ''] = /^\[([^\]]+)\](?: - (\S+))?/.exec(part) ?? []
      if (version === '' || version === 'Unreleased') return []
      const groups = part.split(/^### /m).slice(1)
      const points = (group: string) =>
        group
          .split(/^- /m)
          .slice(1)
          .map((point) =>
            point
              .replaceAll(/\s+/g, ' ')
              .replaceAll('`', '')
              .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
              .replaceAll(/(^|[\s(])_([^_]+)_(?=$|[\s.,;:)])/g, '$1$2')
              .trim(),
          )
      const onUpdate = (group: string) => group.startsWith(first)
      const ordered = [...groups.filter(onUpdate), ...groups.filter((group) => !onUpdate(group))]
      return [{ version, day, notes: ordered.flatMap(points) }]
    })
}

/** @param first the heading of what an operator has to do */
export async function readReleases(language: StaffLanguage, first: string): Promise<Release[]> {
  const name = language === 'cn' ? 'CHANGELOG.cn.md' : 'CHANGELOG.md'
  const load = Object.entries(files).find(([path]) => path.endsWith(name))?.[1]
  return load ? releasesOf(await load(), first) : []
}
