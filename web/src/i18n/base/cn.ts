// The texts that every page behind the log-in needs, in one file.
export { default as common } from '../locales/cn/common.json'
export { default as errors } from '../locales/cn/errors.json'
export { default as list } from '../locales/cn/list.json'
export { default as shell } from '../locales/cn/shell.json'
