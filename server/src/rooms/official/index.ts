import type { AnyHandler } from '../../bridge/index.ts'

export const officialHandlers: AnyHandler[] = []
