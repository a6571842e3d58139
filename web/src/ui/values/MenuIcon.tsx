// Icons of menus: the symbols of `menuIcons.svg`, by their tabler names. A separate image keeps them out of the scripts.
import sprite from './menuIcons.svg?url'

/** Names of the icons, alphabetically. */
export const menuIcons = [
  'ad',
  'adjustments',
  'album',
  'arrow-down',
  'arrow-up',
  'arrows-exchange',
  'award',
  'ban',
  'bolt',
  'broadcast',
  'broadcast-off',
  'calendar',
  'calendar-week',
  'cash',
  'certificate',
  'chart-bar',
  'chart-dots',
  'checks',
  'circle',
  'coin',
  'coins',
  'confetti',
  'credit-card',
  'device-mobile',
  'devices',
  'exchange',
  'external-link',
  'eye',
  'flag',
  'gift',
  'hash',
  'history',
  'home',
  'id',
  'key',
  'layout-grid',
  'list',
  'list-search',
  'mail',
  'menu-2',
  'message',
  'messages',
  'minus',
  'news',
  'percentage',
  'phone',
  'photo',
  'photo-video',
  'plug',
  'receipt',
  'receipt-refund',
  'route',
  'scale',
  'send',
  'settings',
  'shield-check',
  'shopping-cart',
  'sitemap',
  'speakerphone',
  'template',
  'user',
  'user-check',
  'user-circle',
  'user-cog',
  'user-plus',
  'user-star',
  'users',
  'users-group',
  'wallet',
  'world',
  'world-www',
] as const

const known: ReadonlySet<string> = new Set(menuIcons)

type Props = { name: string; size: number; className?: string | undefined }

/** The icon of a menu; a circle for an unknown name. */
export const MenuIcon = ({ name, size, className }: Props) => (
  <svg
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    className={className}
  >
    <use href={`${sprite}#${known.has(name) ? name : 'circle'}`} />
  </svg>
)
