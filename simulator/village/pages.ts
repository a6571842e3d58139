// The landing pages of the village: texts in several languages, pictures drawn here, and two versions to be tested.
import type { LandingContent } from '@greenroom/contract/landingPage'

const links = {
  google: 'https://play.google.com/store/apps/details?id=example.greenroom.live',
  apple: 'https://apps.apple.com/app/id1600000000',
}

const meet: LandingContent['texts'] = {
  en: {
    title: 'Meet somebody new tonight',
    tagline: 'Live video rooms and one-to-one calls with people near you and far away.',
    points: ['Free to join', 'Verified hosts', 'Leave any call at any moment'],
    button: 'Get the app',
    note: 'For people of 18 and over. Calls and gifts cost tokens.',
  },
  cn: {
    title: '今晚认识新朋友',
    tagline: '直播间与一对一视频通话，近在身边，远在世界。',
    points: ['免费加入', '主播实名认证', '随时可以离开'],
    button: '下载应用',
    note: '仅限 18 岁及以上用户。通话和礼物需要代币。',
  },
  ar: {
    title: 'تعرّف على شخص جديد الليلة',
    tagline: 'غرف بث مباشر ومكالمات فيديو فردية مع أشخاص قريبين منك وبعيدين عنك.',
    points: ['الانضمام مجاني', 'مضيفون موثّقون', 'غادر أي مكالمة في أي لحظة'],
    button: 'حمّل التطبيق',
    note: 'لمن هم في سن 18 عامًا فأكثر. المكالمات والهدايا مقابل رموز.',
  },
  es: {
    title: 'Conoce a alguien nuevo esta noche',
    tagline: 'Salas de vídeo en directo y llamadas individuales con gente de cerca y de lejos.',
    points: ['Entrar es gratis', 'Anfitriones verificados', 'Sal de una llamada cuando quieras'],
    button: 'Descargar la app',
    note: 'Para mayores de 18 años. Las llamadas y los regalos cuestan fichas.',
  },
  pt: {
    title: 'Conheça alguém novo hoje à noite',
    tagline: 'Salas de vídeo ao vivo e chamadas individuais com gente de perto e de longe.',
    points: ['Entrar é grátis', 'Anfitriões verificados', 'Saia de uma chamada quando quiser'],
    button: 'Baixar o app',
    note: 'Para maiores de 18 anos. Chamadas e presentes custam fichas.',
  },
  ja: {
    title: '今夜、新しい出会いを',
    tagline: 'ライブ配信と1対1のビデオ通話。近くの人とも、遠くの人とも。',
    points: ['登録無料', '本人確認済みのホスト', 'いつでも退出できます'],
    button: 'アプリを入手',
    note: '18歳以上の方が対象です。通話とギフトにはトークンが必要です。',
  },
}

/** A version with the offer as its title. */
const offer: LandingContent['texts'] = {
  ...meet,
  en: {
    ...meet.en,
    title: '200 free tokens for your first evening',
    tagline: 'Join today and call somebody new: the first minutes are on us.',
    button: 'Claim them now',
  },
  pt: {
    ...meet.pt,
    title: '200 fichas grátis na sua primeira noite',
    tagline: 'Entre hoje e ligue para alguém novo: os primeiros minutos são por nossa conta.',
    button: 'Quero as minhas',
  },
}

/** Drawn pictures of a page, by hue and motif. */
export type Drawing = { hue: number; motif: 'room' | 'call' | 'chat' }

export type Page = {
  key: string
  name: string
  channel: string
  content: Omit<LandingContent, 'pictures'>
  drawings: readonly Drawing[]
  /** The version tested against the first. */
  rival?: Omit<LandingContent, 'pictures'>
  /** Days before now: published, and tested. */
  published: number
  tested?: number
  /** Visitor-days per day; click rates of A and B, and the install rate of clicks, in percent. */
  visits: number
  clicks: readonly [a: number, b: number]
  installs: number
}

export const pages: readonly Page[] = [
  {
    key: 'meet',
    name: 'Meet tonight',
    channel: 'tiktok-01',
    content: { template: 'hero', accent: '#d6336c', background: '#fff5f8', texts: meet, links },
    rival: { template: 'hero', accent: '#7048e8', background: '#f5f3ff', texts: offer, links },
    drawings: [{ hue: 335, motif: 'room' }],
    published: 27,
    tested: 13,
    visits: 96,
    clicks: [22, 31],
    installs: 38,
  },
  {
    key: 'latam',
    name: 'Latin America, three pictures',
    channel: 'fb-latam',
    content: { template: 'cards', accent: '#0f8a6d', background: '#ffffff', texts: meet, links },
    drawings: [
      { hue: 165, motif: 'call' },
      { hue: 28, motif: 'room' },
      { hue: 205, motif: 'chat' },
    ],
    published: 20,
    visits: 44,
    clicks: [17, 0],
    installs: 30,
  },
]

const motifs: Record<Drawing['motif'], (hue: number) => string> = {
  room: (hue) => `
    <g transform="translate(60 44)">${[0, 1, 2, 3, 4, 5]
      .map((n) => {
        const [x, y] = [(n % 3) * 228, Math.floor(n / 3) * 160]
        return `<g transform="translate(${x} ${y})"><rect width="212" height="146" rx="18" fill="hsl(${(hue + n * 9 + 330) % 360},52%,${66 - n * 5}%)"/>
        <circle cx="106" cy="62" r="27" fill="#fff" opacity=".88"/><path d="M52 146a54 50 0 0 1 108 0z" fill="#fff" opacity=".88"/>
        <rect x="14" y="14" width="52" height="18" rx="9" fill="#000" opacity=".28"/><circle cx="27" cy="23" r="4" fill="#ff4d6d"/></g>`
      })
      .join('')}</g>`,
  call: (hue) => `
    <rect x="230" y="26" width="340" height="348" rx="34" fill="hsl(${hue},45%,24%)"/>
    <circle cx="400" cy="150" r="58" fill="hsl(${hue},62%,72%)"/><path d="M286 340a114 112 0 0 1 228 0z" fill="hsl(${hue},62%,72%)"/>
    <rect x="470" y="46" width="80" height="104" rx="14" fill="hsl(${(hue + 40) % 360},60%,62%)"/><circle cx="510" cy="86" r="18" fill="#fff" opacity=".9"/>
    <circle cx="352" cy="334" r="24" fill="#fff" opacity=".25"/><circle cx="448" cy="334" r="24" fill="#e03131"/>`,
  chat: (hue) => `
    <g font-family="sans-serif">${[
      [70, 60, 380, 0.95],
      [330, 138, 400, 0.6],
      [70, 216, 300, 0.95],
      [400, 294, 330, 0.6],
    ]
      .map(
        ([x = 0, y = 0, width = 0, light]) =>
          `<rect x="${x}" y="${y}" width="${width}" height="58" rx="29" fill="#fff" opacity="${light}"/><rect x="${x + 28}" y="${y + 24}" width="${width - 120}" height="10" rx="5" fill="hsl(${hue},50%,45%)" opacity=".55"/>`,
      )
      .join('')}</g>`,
}

export const drawingOf = ({ hue, motif }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" viewBox="0 0 800 400">
  <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},78%,70%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360},70%,46%)"/></linearGradient></defs>
  <rect width="800" height="400" rx="26" fill="url(#g)"/>${motifs[motif](hue)}</svg>`
