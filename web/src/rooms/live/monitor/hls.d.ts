// The small build, without what is not needed for a picture without sound; it has the types of the whole.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
