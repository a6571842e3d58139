// The shape of a queue's tiles, by kind of audit.
import type { auditKinds } from '@greenroom/contract/statesAndKinds'

/** Reports have the places of tiles while they load. */
export type TileKind = (typeof auditKinds)[number]

/** The pixels of a tile's height below its picture, and the ratio of the picture, width to height. */
type TileShape = { caption: number; aspect: number }

const pictured = (aspect: number): TileShape => ({ caption: 48, aspect })
/** Text without a picture, which stands in the picture's place. */
const textual: TileShape = { caption: 30, aspect: 2 }
/** Most pictures are of a person. */
const upright = pictured(0.85)

const shapes: Readonly<Record<TileKind, TileShape>> = {
  basic: textual,
  photo: upright,
  official: pictured(1.3),
  library: upright,
  avatar: upright,
  cover: pictured(1.3),
  dynamic: pictured(1.2),
  greeting: textual,
  report: upright,
}

/** The shape of the tiles of one queue. */
export const tileShapeOf = (kind: TileKind): TileShape => shapes[kind]
