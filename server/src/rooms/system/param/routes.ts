import {
  paramAdd,
  paramDelete,
  paramEditable,
  paramHistory,
  paramList,
  paramRevert,
  paramSet,
} from '@greenroom/contract/system'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import * as service from './service.ts'

const types: Words = {
  text: { en: 'Text', cn: '文本' },
  integer: { en: 'Whole number', cn: '整数' },
  boolean: { en: 'Yes or no', cn: '是/否' },
  json: { en: 'JSON', cn: 'JSON' },
}

export const paramRoutes = (services: service.Services): Served[] => [
  serveList(paramList, (context, payload) => service.list(services, context, payload), [
    { names: { en: 'Key', cn: '键' }, value: (param) => param.key },
    { names: { en: 'English name', cn: '英文名' }, value: (param) => param.names.en },
    { names: { en: 'Chinese name', cn: '中文名' }, value: (param) => param.names.cn },
    { names: { en: 'Group', cn: '分组' }, value: (param) => param.group },
    { names: { en: 'Type', cn: '类型' }, value: (param, { language }) => wordIn(types, param.type, language) },
    { names: { en: 'Value', cn: '值' }, value: (param) => param.value },
    { names: { en: 'Default', cn: '默认值' }, value: (param) => param.defaultValue },
    { names: { en: 'Unit', cn: '单位' }, value: (param) => param.unit },
    { names: { en: 'Front end', cn: '前端可用' }, value: (param) => param.frontEndNeeded },
    { names: { en: 'Needs approval', cn: '需审批' }, value: (param) => param.sensitive },
    {
      names: { en: 'Changed', cn: '修改时间' },
      value: (param) => (param.updatedAt === null ? null : new Date(param.updatedAt)),
    },
    { names: { en: 'Changed by', cn: '修改人' }, value: (param) => param.updatedBy },
  ]),
  serve(paramSet, (context, payload) => service.set(services, context, payload)),
  serve(paramAdd, (context, payload) => service.add(services, context, payload)),
  serve(paramEditable, (context, payload) => service.setEditable(services, context, payload)),
  serve(paramDelete, (context, payload) => service.remove(services, context, payload)),
  serve(paramHistory, (context, payload) => service.history(services, context, payload)),
  serve(paramRevert, (context, payload) => service.revert(services, context, payload)),
]
