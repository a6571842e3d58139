// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/pt/common.json'
export { default as errors } from '../../../contract/texts/pt/errors.json'
export { default as shell } from '../../../contract/texts/pt/shell.json'
