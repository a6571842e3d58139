// Lines of Home: promoters' months that wait for Finance.
import { sql } from 'kysely'
import type { Todo } from '../../access/index.ts'

export const promotionTodos: Todo[] = [
  {
    key: 'promotersToFreeze',
    menu: 'promotion.settle',
    href: '/promotion/settle?settle=open&ended=true',
    rows: ({ now }) => sql`
      select ends_at as at from promotion.settlement where state = 'open' and ends_at <= ${now}`,
  },
  {
    key: 'promotersToApprove',
    menu: 'promotion.settle',
    href: '/promotion/settle?settle=frozen',
    rows: () => sql`select frozen_at as at from promotion.settlement where state = 'frozen'`,
  },
  {
    key: 'payPromoters',
    menu: 'finance.payout',
    href: '/finance/payout?source=promoter&payableNow=true',
    rows: ({ now }) => sql`
      select s.approved_at as at from promotion.settlement s
       where s.state = 'approved' and s.payable_cents > 0
         and not exists (select from finance.payout p
                          where p.source = 'promoter' and p.source_id = s.id::text and p.state = 'waiting')
         and exists (select from promotion.payout_account x
                      where x.promoter_id = s.promoter_id
                        and (x.state = 'effective' or x.state = 'waiting' and x.effective_at <= ${now}))`,
  },
]
