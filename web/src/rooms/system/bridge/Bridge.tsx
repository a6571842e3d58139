export default function Bridge() {
  return null
}
