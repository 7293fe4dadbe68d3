/** The polynomial of CRC-32 (IEEE 802.3), bits reversed. */
const polynomial = 0xedb88320

/** The CRC-32 of bytes, bit by bit: for few of them. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0)
  }
  return ~crc >>> 0
}
