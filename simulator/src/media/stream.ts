// A test stream, created once by ffmpeg where available, and played in an endless loop.
import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const seconds = 2
const parts = 5

/** The stream's segments, or null if it can't be created. */
export async function makeStream(directory: string): Promise<string | null> {
  try {
    await mkdir(directory, { recursive: true })
    const there = await readdir(directory)
    if (there.filter((name) => name.endsWith('.ts')).length >= parts) return directory
    const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=size=360x640:rate=15:duration=${seconds * parts}`]
    args.push('-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds * parts}`)
    args.push(
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      String(15 * seconds),
      '-c:a',
      'aac',
    )
    args.push('-f', 'hls', '-hls_time', String(seconds), '-hls_list_size', '0')
    args.push('-hls_segment_filename', join(directory, 'part%d.ts'), join(directory, 'all.m3u8'))
    await promisify(execFile)('ffmpeg', args, { timeout: 60_000 })
    return directory
  } catch {
    return null
  }
}

/** The playlist for a player that joins now: the last three segments of an endless stream. */
export function playlistAt(now: number): string {
  const newest = Math.floor(now / (seconds * 1_000))
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${seconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${newest - 2}`,
  ]
  // Each restart is marked as a discontinuity, with the number of earlier ones.
  lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((newest - 3) / parts)}`)
  for (let part = newest - 2; part <= newest; part++) {
    if (part % parts === 0) lines.push('#EXT-X-DISCONTINUITY')
    lines.push(`#EXTINF:${seconds.toFixed(3)},`, `part${part % parts}.ts`)
  }
  return `${lines.join('\n')}\n`
}
