import { userList } from '@greenroom/contract/users'
import { type Served, serveList } from '../../../kit/serve.ts'
import { exportColumns } from './exported.ts'
import { list } from './service.ts'

export const listRoutes: Served[] = [serveList(userList, list, exportColumns)]
