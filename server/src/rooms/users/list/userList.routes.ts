import { userList } from '@greenroom/contract/users'
import { type Served, serveList } from '../../../kit/calls/serve.ts'
import { exportColumns } from './userList.exported.ts'
import { list } from './userList.service.ts'

export const listRoutes: Served[] = [serveList(userList, list, exportColumns)]
