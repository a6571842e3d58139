import { menuDelete, menuMove, menuSave, menuTree, menuUpdate } from '@greenroom/contract/systemStaff'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import * as service from './menu.service.ts'

export const menuRoutes: Served[] = [
  serve(menuTree, service.menuTree),
  serve(menuSave, service.save),
  serve(menuUpdate, service.update),
  serve(menuMove, service.move),
  serve(menuDelete, service.remove),
]
