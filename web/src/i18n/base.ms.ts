// The namespaces of every page in one file.
export { default as common } from '../../../contract/texts/ms/common.json'
export { default as errors } from '../../../contract/texts/ms/errors.json'
export { default as shell } from '../../../contract/texts/ms/shell.json'
