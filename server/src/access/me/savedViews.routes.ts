import { viewDelete, viewList, viewSave } from '@greenroom/contract/access'
import { type Served, serve } from '../../kit/calls/serve.ts'
import * as service from './savedViews.service.ts'

export const viewRoutes: Served[] = [
  serve(viewList, service.list),
  serve(viewSave, service.save),
  serve(viewDelete, service.remove),
]
