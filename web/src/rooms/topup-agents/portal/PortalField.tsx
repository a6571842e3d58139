// A native field, so that the portal needs no form library.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import classes from './portal.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string
  value: string
  change: (value: string) => void
  hint?: ReactNode
  fault?: string
  field?: Ref<HTMLInputElement>
  /** A textarea. */
  long?: true
}

export function Field({ label, value, change, hint, fault = '', long, field, ...rest }: Props) {
  const id = useId()
  const descriptionId = `${id}-about`
  const shared = {
    id,
    value,
    'aria-invalid': fault !== '',
    'aria-describedby': hint || fault ? descriptionId : undefined,
  }
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      {long ? (
        <textarea
          {...shared}
          rows={3}
          maxLength={rest.maxLength}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <input ref={field} {...rest} {...shared} onChange={(event) => change(event.currentTarget.value)} />
      )}
      {(hint || fault) && (
        <div id={descriptionId}>
          {fault ? (
            <span className={classes['fault']} role="alert">
              {fault}
            </span>
          ) : (
            <span className={classes['dim']}>{hint}</span>
          )}
        </div>
      )}
    </div>
  )
}
