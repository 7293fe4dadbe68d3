const weiPerEther = 10n ** 18n

/** Amounts from here on are also shown in ether. */
const tellingInEther = 10n ** 12n

/** `-1500000000000000000 wei (-1.5 ether)` */
export function showEther(wei: bigint): string {
  const size = wei < 0n ? -wei : wei
  if (size < tellingInEther) return `${wei} wei`
  const rest = (size % weiPerEther).toString().padStart(18, '0').replace(/0+$/, '')
  const ether = `${size / weiPerEther}${rest === '' ? '' : `.${rest}`}`
  return `${wei} wei (${wei < 0n ? '-' : ''}${ether} ether)`
}
