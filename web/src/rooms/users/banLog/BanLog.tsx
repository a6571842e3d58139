export default function BanLog() {
  return null
}
