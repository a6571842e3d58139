/** Several names or labels as a reader of this language lists them. */
export const listed = (all: readonly string[], language: string): string =>
  new Intl.ListFormat(language === 'cn' ? 'zh' : language.replace('_', '-'), {
    style: 'narrow',
    type: 'conjunction',
  }).format(all)
