// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/es/common.json'
export { default as errors } from '../../../contract/texts/es/errors.json'
export { default as shell } from '../../../contract/texts/es/shell.json'
