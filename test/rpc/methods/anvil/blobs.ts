import { bytesToHex, commitmentsToVersionedHashes, type Hex, toBlobSidecars } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { account, type Client } from '../client.ts'

/** The point at infinity: commitment to and proof of a blob of zeros. */
const infinity: Hex = `0xc0${'00'.repeat(47)}`

/** 128 kB of zeros. */
export const zeroBlob: Hex = bytesToHex(new Uint8Array(131_072))

export const zeroBlobHash = commitmentsToVersionedHashes({ commitments: [infinity] })[0] as Hex

/** Sends a transaction with a blob of zeros; its hash. */
export async function sendBlob(devnet: Client): Promise<Hex> {
  const raw = await privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex).signTransaction({
    type: 'eip4844',
    chainId: devnet.chainId,
    to: account(devnet, 1),
    gas: 21_000n,
    nonce: 0,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    maxFeePerBlobGas: 10n ** 10n,
    blobVersionedHashes: [zeroBlobHash],
    sidecars: toBlobSidecars({ blobs: [zeroBlob], commitments: [infinity], proofs: [infinity] }),
  })
  return devnet.ask('eth_sendRawTransaction', raw)
}
