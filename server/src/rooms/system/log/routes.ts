import { logInfo, logList, logNames, logVerify } from '@greenroom/contract/system'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { info, list, names, verify } from './service.ts'

export const logRoutes: Served[] = [
  serveList(logList, list, [
    { names: { en: 'Time', cn: '时间' }, value: (row) => new Date(row.at) },
    { names: { en: 'Account', cn: '账号' }, value: (row) => row.username },
    { names: { en: 'Menu', cn: '菜单' }, value: (row) => row.menuName },
    { names: { en: 'Operation', cn: '操作' }, value: (row) => row.opName },
    { names: { en: 'Subject', cn: '对象' }, value: (row) => row.target },
    { names: { en: 'Content', cn: '内容' }, value: (row) => row.logContent },
    { names: { en: 'Address', cn: '地址' }, value: (row) => row.ip },
    { names: { en: 'Entry', cn: '编号' }, value: (row) => row.id },
  ]),
  serve(logInfo, info),
  serve(logNames, names),
  serve(logVerify, verify),
]
