// /sociatyManage/family: every family for staff, their own for a guild's accounts.

import { useSession } from '../../../session/session.ts'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { Family } from './Family.tsx'
import { FamilyList } from './FamilyList.tsx'
import classes from './family.module.css'

export default function FamilyScreen() {
  return useSession().user.unionId === null ? <FamilyList /> : <OwnFamily />
}

function OwnFamily() {
  const name = useMenuName('guilds.family')
  return (
    <section className={classes['screen']}>
      <h1>{name}</h1>
      <Family />
    </section>
  )
}
