export default function DeviceList() {
  return null
}
