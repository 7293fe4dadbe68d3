import { createFeeMarket1559Tx } from '@ethereumjs/tx'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { bytesToHex, type Hex } from '../../src/lib/hex.ts'

/** A signed transfer. */
export interface Transfer {
  readonly hash: Hex
  readonly raw: Hex
}

/** What is signed, apart from the sender and the nonce. */
export interface TransferFields {
  readonly to: Hex
  readonly value?: bigint
  readonly data?: Hex
  readonly gasLimit: bigint
}

/** Signs transfers of some senders in turn, from where the last call ended; of 1 wei if not told otherwise. */
export type SignTransfers = (count: number, fields?: TransferFields) => readonly Transfer[]

const protocol = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })
const gwei = 10n ** 9n

export const plainTransfer: TransferFields = {
  to: '0x00000000000000000000000000000000000000aa',
  value: 1n,
  gasLimit: 21_000n,
}

/** The senders have sent nothing yet. */
export async function transferSigner(privateKeys: readonly Uint8Array[]): Promise<SignTransfers> {
  await initCrypto()
  const common = protocol.commonAt(1n, 1n)
  let signed = 0

  function next(transfer: TransferFields): Transfer {
    const privateKey = privateKeys[signed % privateKeys.length] as Uint8Array
    const fields = {
      ...transfer,
      chainId: 31337n,
      nonce: Math.floor(signed / privateKeys.length),
      maxFeePerGas: 100n * gwei,
      maxPriorityFeePerGas: gwei,
    } as const
    const envelope = createFeeMarket1559Tx(fields, { common }).sign(privateKey)
    signed++
    return { hash: bytesToHex(envelope.hash()), raw: bytesToHex(envelope.serialize()) }
  }

  return (count, fields = plainTransfer) => Array.from({ length: count }, () => next(fields))
}
