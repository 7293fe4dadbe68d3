import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'

/** A transfer of one wei to the second account, signed by the account at `index` with its own nonce. */
export function signedTransfer(
  devnet: PreconfDevnet,
  fields: {
    nonce?: number
    maxFeePerGas?: bigint
    maxPriorityFeePerGas?: bigint
    chainId?: number
    value?: bigint
    gas?: bigint
  } = {},
  index = 0,
): Promise<Hex> {
  const key = devnet.accounts[index]?.privateKey
  const to = devnet.accounts[1]?.address
  if (key === undefined || to === undefined) throw new RangeError(`no account ${index}`)
  return privateKeyToAccount(key).signTransaction({
    type: 'eip1559',
    chainId: devnet.chainId,
    to,
    value: 1n,
    gas: 21_000n,
    nonce: 0,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    ...fields,
  })
}
