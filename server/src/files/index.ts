export { exportRoutes, serveExports } from './exports/routes.ts'
export { type Exports, openExports } from './exports/service.ts'
export { openStorage, type Storage } from './storage.ts'
