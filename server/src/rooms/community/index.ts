import type { AnyHandler } from '../../bridge/index.ts'

export const communityHandlers: AnyHandler[] = []
