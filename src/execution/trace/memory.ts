/** The bytes of memory from `offset` on; where there is no memory yet it reads zero. */
export function readMemory(memory: Uint8Array, offset: bigint, length: bigint): Uint8Array {
  const bytes = new Uint8Array(Number(length))
  if (offset >= BigInt(memory.length)) return bytes
  const start = Number(offset)
  bytes.set(memory.subarray(start, Math.min(memory.length, start + bytes.length)))
  return bytes
}
