/** Why a rule refused, in both languages; `{name}` stands for a param. */
export type Sentence = { en: string; cn: string }
