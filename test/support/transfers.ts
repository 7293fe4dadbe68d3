import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'

export const bob = '0x00000000000000000000000000000000000000b0'

interface TransferFields {
  /** Index of the account. */
  readonly from?: number | undefined
  readonly nonce?: number | undefined
  /** Wei per gas. */
  readonly tip?: bigint | undefined
}

/** Signs and sends a transfer of 1 wei to Bob from one of the devnet's accounts. */
export async function sendTransfer(
  devnet: PreconfDevnet,
  { from = 0, nonce = 0, tip = 1n }: TransferFields = {},
): Promise<Hex> {
  const signed = await privateKeyToAccount(
    devnet.accounts[from]?.privateKey as Hex,
  ).signTransaction({
    chainId: devnet.chainId,
    type: 'eip1559',
    to: bob,
    value: 1n,
    gas: 21_000n,
    nonce,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: tip,
  })
  return devnet.provider.request({ method: 'eth_sendRawTransaction', params: [signed] })
}

/** The balance of Bob at a block. */
export async function bobAt(devnet: PreconfDevnet, tag: string): Promise<bigint> {
  return BigInt(await devnet.provider.request({ method: 'eth_getBalance', params: [bob, tag] }))
}
