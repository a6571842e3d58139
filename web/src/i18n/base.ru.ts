// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/ru/common.json'
export { default as errors } from '../../../contract/texts/ru/errors.json'
export { default as shell } from '../../../contract/texts/ru/shell.json'
