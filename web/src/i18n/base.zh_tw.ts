// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/zh_tw/common.json'
export { default as errors } from '../../../contract/texts/zh_tw/errors.json'
export { default as shell } from '../../../contract/texts/zh_tw/shell.json'
