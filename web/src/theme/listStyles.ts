// Mantine's styles for lists and for staff's shell, in Mantine's order. `build/kitStyles.ts` adds this to each module that uses one of them, so
// that leaders' and agents' Home and Sell do not wait for it; `styles.test.ts` finds missing ones.
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/CheckboxIndicator.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Avatar.layer.css'
import '@mantine/core/styles/Divider.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import '@mantine/core/styles/ThemeIcon.layer.css'
