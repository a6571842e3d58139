// The light build, without audio features; it has the types of the full one.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
