import type { Sentence } from './sentence.ts'

export const payouts = {
  'payout.steps': { en: 'at least {min} USD, in steps of {step}', cn: '最低 {min} 美元，且须为 {step} 美元的整数倍' },
  'payout.tooMuch': { en: 'only {available} USD of the payable are available', cn: '可提余额仅 {available} 美元' },
  'payout.noAccount': { en: 'the guild has no payout account in force', cn: '公会没有生效的收款账户' },
  'payout.noProof': { en: 'the picture of the payment does not exist', cn: '付款凭证图片不存在' },
  'payout.sameAgreed': {
    en: 'you approved it; another member of staff must pay',
    cn: '您已批准该申请，须由其他员工付款',
  },
  'payout.ownFailure': {
    en: 'you entered that its payment failed; another member of staff must pay',
    cn: '付款失败由您录入，须由其他员工付款',
  },
  'payout.sameApproved': {
    en: 'you approved it; another member of staff must pay',
    cn: '您已批准该结算，须由其他员工付款',
  },
  'payout.waits': {
    en: 'its payment is waiting for approval or in a batch',
    cn: '其付款正在等待审批或已列入付款批次',
  },
  'payout.changed': {
    en: 'what would be paid is no longer what was requested (weeks, amounts or accounts changed): request it again',
    cn: '实际应付内容与申请时不一致（周、金额或账户已变化），请重新提交',
  },
  'payout.otherRefused': {
    en: 'needs approval; remove the refused ones first',
    cn: '该批付款需审批，请先移除被拒绝的项',
  },
  'payout.notApproved': { en: 'the week is not approved', cn: '该周结算尚未批准' },
  'payout.paid': { en: 'already paid', cn: '已付款' },
  'payout.olderUnpaid': { en: 'an older week of the guild is not paid', cn: '该公会更早的周尚未付款' },
  'payout.requested': { en: 'a request of the guild holds this amount', cn: '该款项已被公会的提现申请占用' },
  'payout.replaced': { en: 'replaced by another account', cn: '该账户已被新账户替换' },
  'payout.address': { en: 'not a valid address of this network', cn: '不是该网络的有效地址' },
  'payout.iban': { en: 'not a valid IBAN', cn: 'IBAN 无效' },
  'payout.leaderOnly': { en: "only the guild's leader can request it", cn: '须由公会会长申请' },
  'payout.routed': { en: 'already in a payout batch', cn: '已列入付款批次' },
  'payout.notPassed': { en: 'not passed, or no longer', cn: '尚未通过审核或已失效' },
  'payout.notAgreed': { en: 'not approved', cn: '尚未批准' },
  'payout.heldBack': { en: 'held back because of a ban', cn: '因封禁暂缓付款' },
  'payout.mixed': {
    en: 'a batch has one payment method: choose payouts of one method',
    cn: '同一批次只能使用一种付款方式',
  },
  'payout.left': { en: 'the batch was sent, so it can only be ended by results', cn: '批次已发出，只能登记结果' },
  'payout.barred': { en: "{payee} can't be paid now; drop the batch", cn: '{payee} 目前不可付款，请作废该批次' },
  'payout.batchState': {
    en: 'only an approved, unfinished batch can be sent',
    cn: '仅已批准且未完成的批次可以发出',
  },
  'payout.sentBefore': {
    en: 'the batch was already sent: sending it again may pay twice, and needs a reason',
    cn: '该批次已发出过，再次发出可能重复付款，须填写原因',
  },
  'payout.onChain': {
    en: "the batch is paid on the chain: its instructions have each payment's result",
    cn: '该批次由链上付款指令支付，结果以链上核实为准',
  },
  'payout.notSent': { en: 'the batch has not been sent', cn: '批次尚未发出' },
  'payout.ended': { en: 'already ended: {state}', cn: '已有结果：{state}' },
  'payout.twice': { en: 'the same payout occurs twice', cn: '同一笔付款重复出现' },
  'payout.noReference': { en: "enter the payment's reference", cn: '请填写付款流水号' },
  'payout.noReason': { en: 'enter the reason of the failure', cn: '请填写失败原因' },
  'payout.noOutcome': { en: 'neither paid nor failed', cn: '未说明成功或失败' },
  'payout.unreadable': { en: 'the amount cannot be read', cn: '金额无法识别' },
  'payout.otherAmount': { en: 'the amount differs from the payout', cn: '金额与付款不符' },
  'payout.unknown': { en: 'not a payout of this batch', cn: '不属于该批次' },
  'payout.noColumns': {
    en: "the file's first line has no columns for payout and outcome",
    cn: '文件首行缺少付款编号和结果列',
  },
  'payout.mapping': { en: 'no such layout for this method', cn: '没有适用于该方式的文件格式' },
  'payout.mappingName': {
    en: 'another layout has this name, or one that looks like it',
    cn: '已有同名或形似名称的格式',
  },
  'payout.lacks': { en: 'no column for {field}', cn: '缺少 {field} 列' },
  'payout.listed': { en: '{payee} is blocked by a sanctions hit', cn: '{payee} 命中制裁名单' },
  'payout.guildBanned': { en: 'the guild is banned', cn: '公会已封禁' },
} as const satisfies Record<string, Sentence>
