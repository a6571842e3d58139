export { bulkRoutes } from './bulk.routes.ts'
export { type Bulks, openBulks } from './bulk.service.ts'
