import classes from './ui.module.css'

/** A person: the first letter, the name, and what tells her from others of the name. */
export function UserChip({ name, about, picture }: { name: string; about?: string; picture?: string }) {
  return (
    <span className={classes['chip']}>
      <span className={classes['face']} aria-hidden>
        {picture ? <img src={picture} alt="" width={22} height={22} /> : (Array.from(name)[0] ?? '?').toUpperCase()}
      </span>
      <span className={classes['chipName']} title={name} dir="auto">
        {name}
      </span>
      {about && (
        <bdi dir="ltr" className={classes['chipAbout']}>
          {about}
        </bdi>
      )}
    </span>
  )
}
