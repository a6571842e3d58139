// Mantine's styles for every page behind the log-in, in Mantine's order; `styles.test.ts` finds missing ones.
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Code.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
