export { default } from './Setup.tsx'
