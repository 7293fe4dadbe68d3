import { isDelegation } from '../../execution/authorizations.ts'
import { bytesToHex } from '../../lib/hex.ts'

const push1 = 0x60
const push32 = 0x7f
const jumpdest = 0x5b
const stop = 0x00

/** Code as Anvil keeps it in `historical_states`: what its EVM makes of it before it runs. */
export function anvilCode(code: Uint8Array): object {
  if (isDelegation(code)) {
    const address = bytesToHex(code.subarray(3))
    return { Eip7702: { delegated_address: address, version: 0, raw: bytesToHex(code) } }
  }
  const { jumpTable, end, last } = analyzed(code)
  // Execution ends at a STOP, also behind a push that wants more bytes than there are.
  const padding = end - code.length + (code.length === 0 || last !== stop ? 1 : 0)
  return {
    LegacyAnalyzed: {
      bytecode: `${bytesToHex(code)}${'00'.repeat(padding)}`,
      original_len: code.length,
      jump_table: {
        order: 'bitvec::order::Lsb0',
        head: { width: 8, index: 0 },
        bits: code.length,
        data: [...jumpTable],
      },
    },
  }
}

/** Where jumps may go, a bit for each byte; where the last instruction ends, and what it is. */
function analyzed(code: Uint8Array): { jumpTable: Uint8Array; end: number; last: number } {
  const jumpTable = new Uint8Array(Math.ceil(code.length / 8))
  let [at, last] = [0, stop]
  while (at < code.length) {
    last = code[at] as number
    if (last === jumpdest) jumpTable[at >> 3] = (jumpTable[at >> 3] as number) | (1 << (at & 7))
    at += last >= push1 && last <= push32 ? last - push1 + 2 : 1
  }
  return { jumpTable, end: at, last }
}
