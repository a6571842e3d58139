// The texts that every page behind the log-in needs, in one file.
export { default as common } from '../locales/en/common.json'
export { default as errors } from '../locales/en/errors.json'
export { default as list } from '../locales/en/list.json'
export { default as shell } from '../locales/en/shell.json'
