// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/ja/common.json'
export { default as errors } from '../../../contract/texts/ja/errors.json'
export { default as shell } from '../../../contract/texts/ja/shell.json'
