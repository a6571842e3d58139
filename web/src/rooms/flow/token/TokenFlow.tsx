export default function TokenFlow() {
  return null
}
