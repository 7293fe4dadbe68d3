import type { Devnet } from '../devnet/devnet.ts'
import { callLimitMs } from '../execution/sandbox.ts'
import { writeReturned } from '../execution/writeReturned.ts'
import { bytesToHex } from '../lib/hex.ts'
import { RpcError } from './rpcError.ts'

/** A view function of a token, and what it is to return. */
export interface TokenEdit {
  readonly token: Uint8Array
  /** Its selector and arguments. */
  readonly data: Uint8Array
  readonly value: bigint
}

/** Writes to the token's storage what makes the function return the value. Throws when no slot does it alone. */
export async function editToken(devnet: Devnet, { token, data, value }: TokenEdit): Promise<void> {
  await devnet.development.editWith(async () => {
    const context = await devnet.reader.context({ tag: 'pending' })
    const request = { to: token, data }
    const engine = { machines: devnet.machines, limitMs: callLimitMs }
    const write = await writeReturned(engine, context, request, value)
    if (write === undefined) {
      const problem = `no slot makes ${bytesToHex(data.subarray(0, 4))} of ${bytesToHex(token)}`
      throw new RpcError(
        -32000,
        `${problem} return ${value}: check that it is an ERC-20 token and that the amount is not too large`,
      )
    }
    const { address, slot, word } = write
    return { address, storage: [[slot, word]] }
  })
}

/** Selector and arguments of 20 bytes each. */
export function encodeCall(selector: Uint8Array, addresses: readonly Uint8Array[]): Uint8Array {
  const data = new Uint8Array(4 + 32 * addresses.length)
  data.set(selector)
  for (const [index, address] of addresses.entries()) data.set(address, 4 + 32 * index + 12)
  return data
}
