// The texts that every page needs, the log-in included, in one file.
export { default as common } from '@greenroom/contract/texts/en/common.json'
export { default as errors } from '@greenroom/contract/texts/en/errors.json'
export { default as shell } from '@greenroom/contract/texts/en/shell.json'
