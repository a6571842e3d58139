// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/ar/common.json'
export { default as errors } from '../../../contract/texts/ar/errors.json'
export { default as shell } from '../../../contract/texts/ar/shell.json'
