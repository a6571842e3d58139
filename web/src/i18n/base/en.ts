// The texts that every page needs, the log-in included, in one file.
export { default as common } from '../locales/en/common.json'
export { default as errors } from '../locales/en/errors.json'
export { default as shell } from '../locales/en/shell.json'
