import { createFeeMarket1559Tx } from '@ethereumjs/tx'
import { initCrypto } from '../../src/evm/crypto.ts'
import { createProtocol } from '../../src/evm/protocol.ts'
import { bytesToHex, type Hex } from '../../src/lib/hex.ts'

/** A signed transfer of 1 wei. */
export interface Transfer {
  readonly hash: Hex
  readonly raw: Hex
}

/** Signs transfers of some senders in turn, from where the last call ended. */
export type SignTransfers = (count: number) => readonly Transfer[]

const protocol = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })
const gwei = 10n ** 9n

/** The senders have sent nothing yet. */
export async function transferSigner(privateKeys: readonly Uint8Array[]): Promise<SignTransfers> {
  await initCrypto()
  const common = protocol.commonAt(1n, 1n)
  let signed = 0

  function next(): Transfer {
    const privateKey = privateKeys[signed % privateKeys.length] as Uint8Array
    const fields = {
      chainId: 31337n,
      nonce: Math.floor(signed / privateKeys.length),
      to: '0x00000000000000000000000000000000000000aa',
      value: 1n,
      gasLimit: 21_000n,
      maxFeePerGas: 100n * gwei,
      maxPriorityFeePerGas: gwei,
    } as const
    const envelope = createFeeMarket1559Tx(fields, { common }).sign(privateKey)
    signed++
    return { hash: bytesToHex(envelope.hash()), raw: bytesToHex(envelope.serialize()) }
  }

  return (count) => Array.from({ length: count }, next)
}
