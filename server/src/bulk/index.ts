export { bulkRoutes } from './routes.ts'
export { type Bulks, openBulks } from './service.ts'
