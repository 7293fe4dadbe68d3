/** `1234567` as `1,234,567`. */
export function thousands(count: bigint | number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Wei as ether, exactly: `0.5`. */
export function ether(wei: bigint): string {
  return decimal(wei, 18)
}

/** Wei per gas for people: `0.875 gwei`, or in wei when that is shorter. */
export function feePerGas(wei: bigint): string {
  return wei < 1_000_000n ? `${wei} wei` : `${decimal(wei, 9)} gwei`
}

/** Milliseconds as `200 ms` or `2 s`. */
export function time(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`
}

/** Seconds since 1970 as `2026-11-22T20:15:00Z`; as they are where that is no date. */
export function dateOf(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString().replace('.000Z', 'Z')
}

/** `1 block`, `2 blocks`. */
export function counted(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`
}

function decimal(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '')
  const whole = thousands(BigInt(text.slice(0, -digits)))
  return fraction === '' ? whole : `${whole}.${fraction}`
}
