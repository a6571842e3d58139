import type { UseFormReturnType } from '@mantine/form'

/** A form whatever its values, for fields that several forms have: the type takes values and gives them, so none is common to all. */
export type AnyForm = UseFormReturnType<any>
