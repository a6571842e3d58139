// An example of every answer of the bridge, as `/docs/bridge` shows them. A test parses each.
import type { StateAnswer, StateName } from './bridge.schema.ts'

/** Its meaning in one sentence, with example data. */
export type Example<D> = { description: string; data: D }

export const hour = '2026-11-20T13:05:00.000Z'

export const stateExamples: { [N in StateName]: Example<StateAnswer<N>> } = {
  parameters: {
    description: 'Parameters that the front end needs; parse `value` by its `type`.',
    data: { version: 7, parameters: [{ key: 'platform_time_zone', type: 'timeZone', value: 'UTC' }] },
  },
  gifts: {
    description: 'The enabled gift template of each scene, and current and future gifts.',
    data: {
      version: 7,
      gifts: [
        {
          giftId: 3,
          names: { en: 'Rose', cn: '玫瑰' },
          texts: { en: 'Rose', cn: '玫瑰', pt: 'Rosa' },
          type: 'ordinary',
          price: 10,
          nextPrice: { price: 12, from: '2026-03-01T00:00:00.000Z' },
          continuous: true,
          floatingScreen: false,
          sort: 1,
          pictureUrl: 'https://office.example.com/files/0193f0a1-2b3c-7d4e-8f50-617283940517.webp',
          animationUrl: null,
          from: null,
          to: null,
        },
      ],
      templates: [
        {
          templateId: 3,
          scene: 'live',
          name: 'Spring',
          giftIds: [3],
          pictureUrls: ['https://office.example.com/files/0193f0a1-2b3c-7d4e-8f50-617283940516.png'],
        },
      ],
    },
  },
  countries: {
    description: 'Enabled countries, in display order.',
    data: {
      version: 7,
      countries: [
        {
          code: 'BR',
          names: { en: 'Brazil', cn: '巴西' },
          texts: { en: 'Brazil', cn: '巴西', pt: 'Brasil' },
          diallingCode: '+55',
          currency: 'BRL',
          region: 'Americas',
        },
      ],
    },
  },
  versions: {
    description: 'The newest version of each app.',
    data: {
      versions: [
        {
          app: 'greenroom',
          name: '2.4.0',
          build: 240,
          address: 'https://cdn.example.com/greenroom-240.apk',
          description: 'Faster calls.',
          mandatory: false,
          sharePercent: 25,
        },
      ],
    },
  },
  community: {
    description: 'Pinned posts and topics, and hidden topics.',
    data: { pinnedDynamics: ['post-77'], pinnedTopics: ['#music'], hiddenTopics: [] },
  },
  banners: {
    description: 'Current and future banners and activities; `shownTo` of the contract decides who sees which when.',
    data: {
      version: 7,
      banners: [
        {
          bannerId: 12,
          imageUrl: '/files/01900000-0000-7000-8000-000000000012.webp',
          position: 'home',
          sort: 1,
          link: 'app://recharge',
          from: '2026-02-01T00:00:00.000Z',
          to: '2026-02-08T00:00:00.000Z',
          countries: ['BR', 'PT'],
          sex: null,
          languages: [],
          minBuild: 0,
        },
      ],
      activities: [],
    },
  },
  adverts: {
    description: 'Current and future adverts: short texts by language; English where a language has none.',
    data: {
      version: 7,
      adverts: [
        {
          advertId: 3,
          texts: { en: 'Double tokens this weekend', pt: 'Fichas em dobro neste fim de semana' },
          position: 'ticker',
          sort: 1,
          link: '',
          from: null,
          to: null,
          countries: [],
          sex: null,
          languages: [],
          minBuild: 0,
        },
      ],
    },
  },
  accounts: {
    description: 'Users who speak for the platform; mark them with their title.',
    data: { version: 7, accounts: [{ userId: 100001, title: 'Greenroom Care' }] },
  },
  'users/{id}': {
    description: 'One user: exact balances, the ban (null when there is none) and the flags.',
    data: {
      userId: 100042,
      paidTokens: 400,
      promoTokens: 50,
      bonus: 1_200,
      reservedTokens: 100,
      reservedBonus: 0,
      debtTokens: 0,
      freeMinutesLeft: 3,
      ban: { kind: 'id', until: hour },
      flags: { marketAudit: false, security: true, internal: false },
    },
  },
  'users/{id}/depositAddresses': {
    description: "The user's USDT addresses. The first request assigns them permanently.",
    data: {
      addresses: [
        { chain: 'trc20', address: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6' },
        { chain: 'erc20', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      ],
    },
  },
}
