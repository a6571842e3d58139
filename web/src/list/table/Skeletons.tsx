import classes from './table.module.css'

const skeletonRows = 14

/** Placeholders for rows. */
export function Skeletons({ columns }: { columns: number }) {
  return (
    <div role="presentation" className={classes['skeletons']}>
      {Array.from({ length: skeletonRows }, (_, row) => (
        // biome-ignore lint: nothing tells these rows apart
        <div key={row} className={classes['skeleton']}>
          {Array.from({ length: columns }, (_, cell) => (
            <span key={cell} style={{ width: `${35 + ((row * 7 + cell * 13) % 45)}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
