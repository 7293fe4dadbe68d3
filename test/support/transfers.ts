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
  /** Wei per gas. */
  readonly maxFee?: bigint | undefined
  /** Wei. */
  readonly value?: bigint | undefined
  readonly gas?: bigint | undefined
}

/** A signed transfer to Bob, of 1 wei unless told otherwise, from one of the devnet's accounts. */
export function signTransfer(
  devnet: PreconfDevnet,
  {
    from = 0,
    nonce = 0,
    tip = 1n,
    maxFee = 10_000_000_000n,
    value = 1n,
    gas = 21_000n,
  }: TransferFields = {},
): Promise<Hex> {
  return privateKeyToAccount(devnet.accounts[from]?.privateKey as Hex).signTransaction({
    chainId: devnet.chainId,
    type: 'eip1559',
    to: bob,
    value,
    gas,
    nonce,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: tip,
  })
}

/** Sends what `signTransfer` gives; its hash. */
export async function sendTransfer(devnet: PreconfDevnet, fields?: TransferFields): Promise<Hex> {
  const signed = await signTransfer(devnet, fields)
  return devnet.provider.request({ method: 'eth_sendRawTransaction', params: [signed] })
}

/** The balance of Bob at a block. */
export async function bobAt(devnet: PreconfDevnet, tag: string): Promise<bigint> {
  return BigInt(await devnet.provider.request({ method: 'eth_getBalance', params: [bob, tag] }))
}
