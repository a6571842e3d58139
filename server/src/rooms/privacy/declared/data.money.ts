// What money is known by: orders, withdrawals, payout accounts, guilds, agents' trades, chains. Its records stay, under the number.
import { type SchemaData, scrubbed } from './data.types.ts'

const ofUser = 't.user_id = $person'
/** Guilds that the person led until they ended; one that goes on has another leader. */
const ledGuild = (id: string) =>
  `${id} in (select g.id from guilds.guild g where g.leader_user_id = $person and g.state in ('rejected', 'dissolved'))`
const ownAgent = (id: string) => `${id} in (select a.id from topup_agents.agent a where a.user_id = $person)`
const ownOrder = `t.order_id in (select o.id from finance.recharge_order o where o.user_id = $person)`

/** Stays sealed where something was paid to it, and is removed by its age then (`retention.kinds.ts`). */
const unlessPaid = (paid: string, column: string) => `case when ${paid} then t.${column} else '' end`
const paidToUser = `exists (select from finance.withdrawal w where w.account_id = t.id and w.state in ('success', 'manual processing successful'))`
const paidToGuild = `exists (select from guilds.payment p where p.account_id = t.id)`
const paidToAgent = `t.state <> 'waiting' and exists (select from topup_agents.payment p where p.agent_id = t.agent_id)`

export const moneyData: SchemaData = {
  'finance.recharge_order': {
    whose: ofUser,
    erased: { failure_reason: "''" },
    kept: {
      gateway_reference: 'money',
      // Chargebacks and statements, which come months later, name the card by it.
      payer_reference: 'money',
      product: 'money',
      channel: 'figures',
    },
    plain: 'id gateway recharge_id currency',
  },
  'finance.order_return': { whose: ownOrder, plain: 'id order_id transfer_id reverse_id' },
  'finance.refund': {
    whose: ownOrder,
    erased: { reason: "'…'", failure_reason: "''" },
    plain: 'id order_id approval_id',
  },
  'finance.chargeback': { whose: ofUser, kept: { payer_reference: 'money' }, plain: 'id order_id transfer_id' },
  'finance.chargeback_event': {
    whose: 't.chargeback_id in (select c.id from finance.chargeback c where c.user_id = $person)',
    erased: { reason: "''" },
    plain: 'chargeback_id transfer_id order_id',
  },
  'finance.first_payment': { whose: ofUser },
  'finance.statement_mapping': { kept: { name: 'staff' }, plain: 'gateway settings' },
  'finance.statement': {
    kept: { file_name: 'staff', mapping_name: 'staff', reason: 'staff', state_reason: 'staff' },
    plain: 'gateway settings carry hash header matched_to counts warnings',
  },
  'finance.statement_line': { kept: { reference: 'money' }, plain: 'currency suggested_id suggested_item' },
  'finance.statement_match': { plain: 'order_id item' },
  'finance.statement_difference': {
    kept: { reference: 'money', reason: 'staff' },
    plain: 'gateway order_id item currency suggested_id suggested_item',
  },
  'finance.difference_note': { kept: { text: 'staff' } },
  'finance.payee_account': {
    whose: ofUser,
    erased: { sealed: unlessPaid(paidToUser, 'sealed'), last_four: unlessPaid(paidToUser, 'last_four') },
    kept: { digest: 'hash' },
    secret: 'sealed digest',
  },
  'finance.withdrawal': {
    whose: ofUser,
    erased: { state_reason: "''", held: "''" },
    kept: { reference: 'money' },
    plain: 'id debt_id hold_id approval_id proof_file_id decision_id risk_reasons',
  },
  'finance.payout_batch': { kept: { note: 'staff' }, plain: 'control approval_id' },
  'finance.payout': {
    whose: `t.payee_id = 'user:' || $person or (split_part(t.payee_id, ':', 1) = 'guild' and ${ledGuild("nullif(regexp_replace(t.payee_id, '\\D', '', 'g'), '')::int")})
      or (split_part(t.payee_id, ':', 1) = 'agent' and ${ownAgent("nullif(regexp_replace(t.payee_id, '\\D', '', 'g'), '')::int")})`,
    erased: {
      payee_name: 't.payee_id',
      sealed: unlessPaid("t.state = 'paid'", 'sealed'),
      last_four: unlessPaid("t.state = 'paid'", 'last_four'),
      reason: "''",
    },
    kept: { reference: 'money' },
    plain: 'id source_id payee_id seal_owner proof_file_id',
    secret: 'sealed',
  },
  'finance.payout_mapping': { kept: { name: 'staff' }, plain: 'columns' },
  'finance.payout_policy': { kept: { name: 'staff' }, plain: 'settings payees approval_id' },
  'finance.sanctions_list': { kept: { name: 'staff', file_name: 'staff' }, plain: 'carry hash header approval_id' },
  'finance.sanctions_entry': {
    kept: { name: 'shared', reference: 'shared', program: 'shared', countries: 'shared' },
    plain: 'kind',
  },
  'finance.sanctions_name': { kept: { name: 'shared', key: 'shared', sounds: 'shared', pivot: 'shared' } },
  'finance.sanctions_address': { kept: { address: 'shared' } },
  'finance.sanctions_hit': {
    whose: `t.payee_id = 'user:' || $person`,
    erased: { payee_name: 't.payee_id', reason: "''" },
    kept: { text_hash: 'hash', listed_name: 'shared', reference: 'shared', program: 'shared', list_name: 'shared' },
    plain: 'payee_id approval_id',
    secret: 'text_hash',
  },
  'finance.sanctions_progress': {},
  'finance.user_sum': { whose: ofUser },
  'finance.users_sum': {},
  'finance.user_sum_zone': { plain: 'zone' },

  'guilds.guild': {
    whose: ledGuild('t.id'),
    erased: { leader_name: "''", leader_email: "''", area_code: "''", phone: "''", state_reason: "''" },
    kept: { name: 'business' },
  },
  'guilds.event': {
    whose: ledGuild('t.guild_id'),
    erased: { reason: "''", detail: scrubbed('detail') },
    plain: 'id',
  },
  'guilds.member': { whose: ofUser, erased: { leave_reason: "''", end_reason: "''" } },
  'guilds.invite_link': { plain: 'code' },
  'guilds.link_request': { whose: ofUser, deleted: true, until: { days: 30 } },
  'guilds.week': {},
  'guilds.anchor_day': { whose: ofUser, plain: 'key' },
  'guilds.anchor_week': { whose: ofUser, plain: 'key' },
  'guilds.guild_day': {},
  'guilds.guild_week': { plain: 'change' },
  'guilds.sub_day': {},
  'guilds.sub_week': {},
  'guilds.plan': { kept: { name: 'staff', note: 'staff' }, plain: 'levels salary' },
  'guilds.deduction': {
    whose: ofUser,
    erased: { reason: "'…'", reverse_reason: "''" },
    plain: 'chargeback_id',
  },
  'guilds.settlement': {
    whose: ledGuild('t.guild_id'),
    kept: { parked_reason: 'money' },
    plain: 'steps inputs seen_weeks',
  },
  'guilds.settlement_sum': {},
  'guilds.settlement_line': { whose: ofUser, erased: { detail: scrubbed('detail') } },
  'guilds.settlement_version': { kept: { parked_reason: 'money' }, plain: 'steps' },
  'guilds.settlement_run': {},
  'guilds.anchor_debt': { whose: ofUser },
  'guilds.dispute': {
    whose: `t.settlement_id in (select s.id from guilds.settlement s where ${ledGuild('s.guild_id')})`,
    erased: { reason: "'…'", answer: "''" },
    plain: 'proofs',
  },
  'guilds.dispute_day': { whose: ofUser },
  'guilds.payout_account': {
    whose: ledGuild('t.guild_id'),
    erased: { sealed: unlessPaid(paidToGuild, 'sealed'), last_four: unlessPaid(paidToGuild, 'last_four') },
    plain: 'approval_id',
    secret: 'sealed',
  },
  'guilds.payout_request': { whose: ledGuild('t.guild_id'), erased: { reason: "''" }, plain: 'hold_id' },
  'guilds.payment': {
    whose: ledGuild('t.guild_id'),
    kept: { reference: 'money' },
    plain: 'transfer_id proof_file_id order_id',
  },
  'guilds.payout_order': { kept: { reference: 'money' }, plain: 'id proof_file_id approval_id' },
  'guilds.week_zone': { plain: 'zone' },
  'guilds.refold': {},

  'topup_agents.purchase': {
    whose: ownAgent('t.agent_id'),
    erased: { reason: "''" },
    kept: { reference: 'money' },
    plain: 'id proof_file_id approval_id',
  },
  'topup_agents.sale': { whose: `${ofUser} or ${ownAgent('t.agent_id')}`, plain: 'id key' },
  'topup_agents.refund': {
    whose: `t.sale_id in (select s.id from topup_agents.sale s where s.user_id = $person) or ${ownAgent('t.agent_id')}`,
    // An agent's words about the buyer.
    erased: { asked_for: "''", reason: "''" },
    plain: 'sale_id',
  },
  'topup_agents.receipt': {
    whose: `t.sale_id in (select s.id from topup_agents.sale s where s.user_id = $person) or t.sale_id in (select s.id from topup_agents.sale s where ${ownAgent('s.agent_id')})`,
    plain: 'code sale_id',
  },
  'topup_agents.agent_day': { whose: ownAgent('t.agent_id') },
  'topup_agents.payout_account': {
    whose: ownAgent('t.agent_id'),
    erased: { sealed: unlessPaid(paidToAgent, 'sealed'), last_four: unlessPaid(paidToAgent, 'last_four') },
    plain: 'approval_id',
    secret: 'sealed',
  },
  'topup_agents.payment': {
    whose: ownAgent('t.agent_id'),
    kept: { reference: 'money' },
    plain: 'payout_id transfer_id proof_file_id',
  },
  'topup_agents.step_up': { plain: 'session_id' },

  'chain.key': { plain: 'fingerprint' },
  'chain.address': { whose: `t.owner_kind = 'user' and t.owner_id = $person`, kept: { address: 'money' } },
  'chain.head': { plain: 'hash' },
  'chain.node': { plain: 'problem' },
  'chain.block': { plain: 'hash' },
  'chain.deposit': {
    kept: {
      address: 'money',
      from_address: 'money',
      transaction: 'money',
      reason: 'money',
      decision_reason: 'staff',
      explanation: 'staff',
    },
    plain: 'id block_hash approval_id transfer_id past_transfers',
  },
  'chain.instruction_batch': {},
  'chain.instruction': {
    whose: `t.payee_id = 'user:' || $person`,
    erased: { payee_name: 't.payee_id' },
    kept: { address: 'money', sender: 'money', transaction: 'money', reason: 'money' },
    plain: 'payout_id payee_id',
  },
  'chain.payee': { whose: `t.payee_id = 'user:' || $person`, kept: { address: 'money' }, plain: 'payee_id' },
  'chain.wallet': { kept: { address: 'business', name: 'business' } },
  'chain.outflow': {
    kept: { from_address: 'money', to_address: 'money', transaction: 'money', explanation: 'staff' },
    plain: 'id block_hash',
  },
  'chain.balance': { kept: { address: 'money' } },
  'chain.moved': { kept: { address: 'money' } },
  'chain.gas': { kept: { note: 'staff', reverse_reason: 'staff' }, plain: 'id transfer_id reversal_id' },

  'ledger.account': { whose: `t.owner = 'user:' || $person`, plain: 'owner' },
  'ledger.month': {},
  'ledger.transfer': { kept: { reference: 'money', actor: 'staff' }, plain: 'id request_hash kind hold_id' },
  'ledger.hold_resolution': { plain: 'hold_id transfer_id' },
  'ledger.entry': { plain: 'transfer_id currency' },
  'ledger.folded': {},
  'ledger.booked': { plain: 'purpose' },
  'ledger.booked_day': { plain: 'purpose' },
  'ledger.detached_account': {},
  'ledger.detached_booked': { plain: 'purpose' },
  'ledger.verified': {},
  'ledger.finding': { plain: 'rule subject detail' },
  'ledger.posting_key': { plain: 'key' },
  'flow.daily': { plain: 'key kind' },
  'flow.zone': { plain: 'zone' },
}
