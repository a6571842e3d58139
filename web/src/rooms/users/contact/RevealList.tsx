export default function RevealList() {
  return null
}
