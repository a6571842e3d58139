import {
  paramAdd,
  paramDelete,
  paramEditable,
  paramHistory,
  paramList,
  paramRevert,
  paramSet,
} from '@greenroom/contract/system'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as service from './param.service.ts'

export const paramRoutes = (services: service.Services): Served[] => [
  serveList(paramList, (context, payload) => service.list(services, context, payload), [
    { heading: 'system:columns.key', value: (param) => param.key },
    { heading: 'exports:columns.englishName', value: (param) => param.names.en },
    { heading: 'exports:columns.chineseName', value: (param) => param.names.cn },
    { heading: 'exports:columns.group', value: (param) => param.group },
    {
      heading: 'system:columns.type',
      value: (param, { language }) => optionText('system:options.type', param.type, language),
    },
    { heading: 'system:columns.paramValue', value: (param) => param.value },
    { heading: 'system:columns.defaultValue', value: (param) => param.defaultValue },
    { heading: 'exports:columns.unit', value: (param) => param.unit },
    { heading: 'exports:columns.frontEnd', value: (param) => param.frontEndNeeded },
    { heading: 'exports:columns.needsApproval', value: (param) => param.sensitive },
    {
      heading: 'exports:columns.changed',
      value: (param) => (param.updatedAt === null ? null : new Date(param.updatedAt)),
    },
    { heading: 'system:columns.updatedBy', value: (param) => param.updatedBy },
  ]),
  serve(paramSet, (context, payload) => service.set(services, context, payload)),
  serve(paramAdd, (context, payload) => service.add(services, context, payload)),
  serve(paramEditable, (context, payload) => service.setEditable(services, context, payload)),
  serve(paramDelete, (context, payload) => service.remove(services, context, payload)),
  serve(paramHistory, (context, payload) => service.history(services, context, payload)),
  serve(paramRevert, (context, payload) => service.revert(services, context, payload)),
]
