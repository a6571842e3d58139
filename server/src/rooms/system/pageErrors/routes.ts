import { frontErrorKnow, frontErrorList, frontErrorReport } from '@greenroom/contract/systemErrors'
import { levelOn, staffOf } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { pageErrorPage } from './queries.ts'
import { shown } from './rules.ts'
import { knowErrors, reportError } from './service.ts'

const states = { new: { en: 'New', cn: '新' }, known: { en: 'Known', cn: '已知' } }
const kinds = {
  crash: { en: 'Screen failed', cn: '页面崩溃' },
  rejection: { en: 'Unhandled', cn: '未处理的异常' },
  load: { en: 'File not loaded', cn: '文件加载失败' },
}

export const pageErrorRoutes: Served[] = [
  serve(frontErrorReport, reportError),
  serveList(
    frontErrorList,
    async (context, payload) => {
      const mayWrite = levelOn(staffOf(context), 'system.bridge') === 3
      return mapPage(await pageErrorPage(context, payload), (row) => shown(row, mayWrite))
    },
    [
      { names: { en: 'Screen', cn: '页面' }, value: (row) => row.screen },
      { names: { en: 'Kind', cn: '类型' }, value: (row, context) => kinds[row.kind][context.language] },
      { names: { en: 'Status', cn: '状态' }, value: (row, context) => states[row.state][context.language] },
      { names: { en: 'Message', cn: '错误信息' }, value: (row) => row.message },
      { names: { en: 'Times', cn: '次数' }, value: (row) => row.times },
      { names: { en: 'Release', cn: '版本' }, value: (row) => row.release },
      { names: { en: 'Browser', cn: '浏览器' }, value: (row) => row.browser },
      { names: { en: 'First', cn: '首次' }, value: (row) => new Date(row.firstAt) },
      { names: { en: 'Last', cn: '最近' }, value: (row) => new Date(row.lastAt) },
      { names: { en: 'Known by', cn: '标记人' }, value: (row) => row.knownBy },
      { names: { en: 'Stack', cn: '调用栈' }, value: (row) => row.stack },
    ],
  ),
  serve(frontErrorKnow, knowErrors),
]
