export default function DailyFlow() {
  return null
}
