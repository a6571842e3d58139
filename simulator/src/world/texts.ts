// Texts by users in many languages, and how the machine and other users judge them.

export const posts = [
  'Good morning from the rooftop 🌇',
  '今晚八点开播，唱你们点的歌 🎤',
  'Kahve ve yağmur ☕🌧️',
  'مساء الخير يا أصدقاء 🌙',
  'Hoje tem live às 21h, venham! 💃',
  'Baru selesai kerja, capek tapi senang',
  'New hair, what do you think?',
  'आज का दिन बहुत अच्छा था 🙏',
  'วันนี้อากาศดีมาก ☀️',
  'Cảm ơn mọi người đã ủng hộ ❤️',
  'Сегодня играю на гитаре 🎸',
  '新しいカメラを買いました📷',
  '오늘도 고마워요 💙',
  'Gracias por los regalos, los quiero mucho 🌹',
  'My cat decided to join the stream again 🐱',
  'Three weeks here and already so many friends.',
  '',
]
export const rudePosts = [
  'add me on another app for private shows 👉 t.me/private',
  '加微信 abc123 有福利',
  'send me coins outside, cheaper than here!!!',
  'u all are idiots',
]
export const comments = [
  'Beautiful! 😍',
  '好看！',
  'So cute',
  'Linda demais',
  'ما شاء الله',
  'çok güzel',
  'hermosa 🌹',
  'keren banget',
  'น่ารักมาก',
  '🔥🔥🔥',
  'When is your next live?',
  'nice',
  'Класс!',
  'かわいい',
]
export const rudeComments = ['fake!!!', 'ugly', 'call me 0900123456', 'scammer, do not send gifts', '骗子']
export const greetings = [
  'Hi, how was your day? 😊',
  '你好呀，来聊聊天吗？',
  'Hola guapo, ¿de dónde eres?',
  'مرحبا، كيف حالك؟',
  'Oi, tudo bem?',
  'Halo, salam kenal ya',
  'Привет! Поболтаем?',
  'Want to hear a song?',
]
export const aboutTexts = [
  'Singer, cat person, coffee first.',
  '喜欢旅行和美食，周末喜欢爬山。',
  'Dancing is my life 💃',
  'طالبة وأحب الرسم',
  'Gamer. Night owl. Bad jokes.',
  'Estudiante de medicina, me encanta el café.',
  'Suka masak dan nonton drama',
]
export const titles = [
  'Sing with me 🎤',
  '深夜电台',
  'Chill & chat',
  'Dance night 💃',
  'سهرة حلوة',
  'Música ao vivo',
  'Cooking for you 🍜',
  'Just woke up',
  'PK tonight!!!',
  'ASMR ✨',
  'Kahve sohbeti',
  '',
]
export const topics = ['music', 'dance', 'food', 'travel', 'pets', 'fashion', 'games', '美食', '日常', 'موسيقى']
export const reportReasons = ['nudity', 'scam', 'abuse', 'underage', 'spam', 'impersonation', 'other']
export const reportTexts = [
  'She asked me to pay outside of the app.',
  '直播内容不当',
  'insulting everybody in the room',
  'This is not her own picture.',
  'صور غير لائقة',
  'parece menor de edad',
  '',
]
export const appealTexts = [
  'This is really me, please look again.',
  '请重新审核，我没有违规',
  'Por favor revisen otra vez, es mi foto.',
  'I did nothing wrong, it was a joke.',
]
export const professions = ['student', 'nurse', 'engineer', 'teacher', 'dancer', 'driver', 'cook', 'designer', 'sales']
export const labels = ['nudity', 'suggestive', 'text', 'minor', 'violence', 'contact', 'smoking']
export const models = [
  'iPhone 17',
  'iPhone 15 Pro',
  'Galaxy S26',
  'Galaxy A16',
  'Redmi Note 15',
  'OPPO A80',
  'vivo Y39',
  'Pixel 10',
  'Infinix Hot 60',
]
export const gateways = ['google', 'apple', 'card', 'upi', 'pix', 'wallet']
export const failures = ['card declined', 'cancelled by user', 'insufficient funds', 'timeout', '3-D Secure failed']
