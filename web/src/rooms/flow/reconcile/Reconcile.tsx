export default function Reconcile() {
  return null
}
