// Operation-log sentences about exports and pictures.
import { isolated } from '../isolated.ts'
import { amountOf, type Sentence } from './words.ts'

const exportEnds = {
  started: { en: 'export started', cn: '已开始导出' },
  done: { en: 'exported', cn: '已导出' },
  failed: { en: 'export failed', cn: '导出失败' },
  cancelled: { en: 'export cancelled', cn: '已取消导出' },
} as const satisfies Record<string, Sentence>

/** `Users: exported, 1,200 rows (XLSX)`; `list` is its name in both languages. */
export function exportEvent(event: {
  list: Sentence
  format: string
  state: keyof typeof exportEnds
  rows?: number
}): Sentence {
  const { list, state, rows } = event
  const format = event.format.toUpperCase()
  const count =
    rows === undefined
      ? { en: '', cn: '' }
      : { en: `, ${amountOf(rows)} row${rows === 1 ? '' : 's'}`, cn: `，${amountOf(rows)} 行` }
  const end = exportEnds[state]
  return {
    en: `${isolated(list.en)}: ${end.en}${count.en} (${format})`,
    cn: `${isolated(list.cn)}：${end.cn}${count.cn}（${format}）`,
  }
}

const pictures = {
  giftPicture: { en: 'Gift picture', cn: '礼物图片' },
  avatar: { en: 'Avatar', cn: '头像' },
  banner: { en: 'Banner picture', cn: '横幅图片' },
  activity: { en: 'Activity picture', cn: '活动图片' },
  purchaseProof: { en: "Receipt of an agent's purchase", cn: '代理购买的付款凭证' },
  message: { en: 'Message picture', cn: '消息图片' },
  giftAnimation: { en: 'Gift animation', cn: '礼物动画' },
  landing: { en: 'Picture of a landing page', cn: '落地页图片' },
  paymentProof: { en: 'Receipt', cn: '付款凭证' },
} as const satisfies Record<string, Sentence>

/** `Gift picture of 400 × 400 uploaded`. */
export function pictureUploaded(details: { purpose: keyof typeof pictures; width: number; height: number }): Sentence {
  const { en, cn } = pictures[details.purpose]
  const size = `${details.width} × ${details.height}`
  return { en: `${en} of ${size} uploaded`, cn: `已上传${cn}（${size}）` }
}
