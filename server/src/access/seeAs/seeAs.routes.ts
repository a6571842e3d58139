import { seeAsBegin, seeAsEnd } from '@greenroom/contract/systemRights'
import { type Served, serve } from '../../kit/calls/serve.ts'
import * as service from './seeAs.service.ts'

export const seeAsRoutes: Served[] = [serve(seeAsBegin, service.begin), serve(seeAsEnd, service.end)]
