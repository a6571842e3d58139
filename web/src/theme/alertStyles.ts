// Mantine's styles of alerts, which few pages have: `build/kitStyles.ts` adds this to them.
import '@mantine/core/styles/Alert.layer.css'
