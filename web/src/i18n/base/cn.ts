// The texts that every page needs, the log-in included, in one file.
export { default as common } from '../locales/cn/common.json'
export { default as errors } from '../locales/cn/errors.json'
export { default as shell } from '../locales/cn/shell.json'
