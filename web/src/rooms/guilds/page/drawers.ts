// What a guild's page opens beside itself, each loaded when it's opened; add yours here.
import type { DrawerMap } from '../../../action/Drawers.tsx'

export const drawers: DrawerMap = {}
