// Nicknames as users choose them, each derived from a number.
import { mix } from './random.ts'

export type Culture =
  | 'indian'
  | 'indonesian'
  | 'latin'
  | 'turkish'
  | 'arabic'
  | 'english'
  | 'vietnamese'
  | 'thai'
  | 'chinese'
  | 'japanese'
  | 'korean'
  | 'russian'

type Sex = 'man' | 'woman' | 'none'

const words = (text: string) => text.split(' ')

const given: Record<Culture, { woman: string[]; man: string[] }> = {
  indian: {
    woman: words('Priya Ananya Kavya Diya Meera प्रिया Pooja काव्या Riya Sneha'),
    man: words('Arjun Rohan Vikram राहुल Karan Aditya Sanjay Dev अमित Nikhil'),
  },
  indonesian: {
    woman: words('Putri Sari Dewi Ayu Rina Maya Indah Wulan Citra Nadia'),
    man: words('Budi Agus Rizky Dimas Bayu Eko Fajar Andi Yoga Hendra'),
  },
  latin: {
    woman: words('Valentina Camila Luciana Sofía Mariana Inês Gabriela Beatriz Larissa Angel'),
    man: words('Mateo Santiago João Diego Thiago Rafael Luís Carlos Miguel Jomar'),
  },
  turkish: {
    woman: words('Elif Zeynep Ayşe Çağla Gül Defne Şeyma İrem Nazlı Buse'),
    man: words('Emre Mert Çağrı Burak Ömer Kaan Yiğit Deniz Onur Tolga'),
  },
  arabic: {
    woman: words('ليلى نور سارة مريم ياسمين هند رنا دانة Layla Noura'),
    man: words('محمد أحمد خالد يوسف عمر فيصل سلطان Omar Tariq زياد'),
  },
  english: {
    woman: words('Olivia Chloé Amelia Zoë Ruby Ada Hannah Élise Grace Ngozi'),
    man: words('Jack Oliver Müller Liam Noah Henri Max Tobi Ethan Chidi'),
  },
  vietnamese: {
    woman: words('Linh Hương Thảo Ngọc Trang Mai Phương Yến Hạnh Vy'),
    man: words('Minh Dũng Tuấn Hải Đức Nam Khánh Sơn Phúc Long'),
  },
  thai: {
    woman: words('ฟ้า น้ำ มายด์ แพร พลอย ใบเตย เมย์ นุ่น จูน แนน'),
    man: words('ต้น บอล เจมส์ นนท์ แบงค์ เก่ง อาร์ม โอ๊ต ปอนด์ เอ็ม'),
  },
  chinese: {
    woman: words('小雨 思琪 甜甜 婉儿 晓晓 若曦 糖糖 月月 小鹿 梦瑶'),
    man: words('阿杰 子轩 浩然 大飞 志明 小龙 建国 天佑 文博 老王'),
  },
  japanese: {
    woman: words('さくら ゆい あおい 美咲 ひなた りん 葵 ももか まゆ 結衣'),
    man: words('蓮 ハルト 大翔 ゆうと 颯太 りく 翔 けんじ ソラ 悠真'),
  },
  korean: {
    woman: words('지우 서연 하은 민지 수빈 유나 예린 채원 다은 소희'),
    man: words('민준 서준 도윤 현우 지훈 준호 성민 태양 우진 건우'),
  },
  russian: {
    woman: words('Анна Катя Полина Даша Алина Вика Оля Соня Милана Ксюша'),
    man: words('Дима Саша Иван Макс Артём Никита Олег Тарас Костя Рома'),
  },
}

const emoji = words('🌸 ✨ 🔥 🦋 💫 🌙 🍓 👑 🐱 🌹 💎 🎧 🏍️ ⚽ 🐺 🍀 🎸 🚀')
const tails = {
  woman: words('official vip real angel queen live star baby princess 88 520 666 xoxo'),
  man: words('official vip real king live star boss rider 88 520 666 007 jr'),
}
const odd = [
  '🔥🔥🔥',
  '.',
  '   spaces   inside',
  '꧁༒☬ ＫＩＮＧ ☬༒꧂',
  'ʟɪᴛᴛʟᴇ ᴍᴏᴏɴ',
  '👨‍👩‍👧‍👦',
  '<b>bold</b>',
  "Robert'); --",
  'N/A',
  'مرحبا hello 你好',
  'Z͑ͫa̴͟l͏g͡o',
  '0',
]
const long = [
  'The one and only midnight dancer of the river city ✨ follow me',
  '我是一个非常非常喜欢唱歌跳舞而且名字特别特别长的快乐小姑娘每天晚上八点准时开播不见不散哦欢迎大家来我的直播间一起玩',
  'Prinzessin-Annabelle-von-und-zu-Langenfeld-Hohenstein-Wittgens',
  'أنا صاحبة أطول اسم في هذا التطبيق كله ولا أحد يستطيع أن ينافسني',
]

/** The first 60 UTF-16 units, without cutting a character in half. */
function cut(text: string): string {
  if (text.length <= 60) return text
  const kept = text.slice(0, 60)
  return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept
}

/** The nickname of this user number; some share one, as in real life. */
export function nicknameOf(seed: number, culture: Culture, sex: Sex): string {
  const at = (turn: number, below: number) => mix(seed, 77, turn) % below
  const kind = at(0, 100)
  if (kind === 0) return cut(long[at(1, long.length)]!)
  if (kind <= 2) return odd[at(1, odd.length)]!
  const list = given[culture][sex === 'none' ? (at(2, 2) === 0 ? 'woman' : 'man') : sex]
  const name = list[at(3, list.length)]!
  const tail = tails[sex === 'woman' ? 'woman' : 'man']
  if (kind < 25) return name
  if (kind < 45) return `${name}${emoji[at(4, emoji.length)]}`
  if (kind < 60) return `${name}_${tail[at(5, tail.length)]}`
  if (kind < 72) return `${emoji[at(4, emoji.length)]}${name}${emoji[at(6, emoji.length)]}`
  if (kind < 84) return `${name}${1_970 + at(7, 40)}`
  return `${name} ${list[at(8, list.length)]}`
}
