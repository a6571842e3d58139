import type { AnyHandler } from '../../bridge/index.ts'

export const topupAgentsHandlers: AnyHandler[] = []
