// The text of a code message. Falls back to English.

const texts: Readonly<Record<string, (code: string, minutes: number) => string>> = {
  en: (code, minutes) => `Your Greenroom code is ${code}. It is good for ${minutes} minutes. Tell it to nobody.`,
  cn: (code, minutes) => `您的 Greenroom 验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
  zh_tw: (code, minutes) => `您的 Greenroom 驗證碼是 ${code}，${minutes} 分鐘內有效，請勿告訴他人。`,
  ar: (code, minutes) => `رمز التحقق الخاص بك في Greenroom هو ${code}. صالح لمدة ${minutes} دقائق. لا تشاركه مع أحد.`,
  es: (code, minutes) => `Su código de Greenroom es ${code}. Vale ${minutes} minutos. No lo comparta con nadie.`,
  ja: (code, minutes) => `Greenroom の認証コードは ${code} です。${minutes} 分間有効です。誰にも教えないでください。`,
  ms: (code, minutes) => `Kod Greenroom anda ialah ${code}. Sah selama ${minutes} minit. Jangan beritahu sesiapa.`,
  pt: (code, minutes) => `Seu código Greenroom é ${code}. Vale por ${minutes} minutos. Não o informe a ninguém.`,
  ru: (code, minutes) => `Ваш код Greenroom: ${code}. Действует ${minutes} минут. Никому его не сообщайте.`,
}

/** The message in a product language (`en`, `cn`, `zh_tw`, …). */
export function codeText(language: string, code: string, minutes: number): string {
  const text = Object.hasOwn(texts, language) ? texts[language] : texts['en']
  return text!(code, minutes)
}
