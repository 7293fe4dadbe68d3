import {
  bytesToHex,
  commitmentsToVersionedHashes,
  concat,
  fromRlp,
  type Hex,
  toBlobSidecars,
  toRlp,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { account, type Client } from '../client.ts'

/** The point at infinity: commitment to and proof of a blob of zeros. */
const infinity: Hex = `0xc0${'00'.repeat(47)}`

/** 128 kB of zeros. */
export const zeroBlob: Hex = bytesToHex(new Uint8Array(131_072))

export const zeroBlobHash = commitmentsToVersionedHashes({ commitments: [infinity] })[0] as Hex

/** 4096 times the number 1, which is a constant: its commitment is the generator, what is proven of it infinity. */
export const blobOfOnes: Hex = `0x${`${'00'.repeat(31)}01`.repeat(4096)}`

const generator: Hex =
  '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb'

export const blobOfOnesHash = commitmentsToVersionedHashes({ commitments: [generator] })[0] as Hex

/** Members of a request to send the blob of ones, with so many proofs. */
export function sidecarOfOnes(proofs = 1) {
  return {
    blobs: [blobOfOnes],
    commitments: [generator],
    proofs: new Array<Hex>(proofs).fill(infinity),
  }
}

/** Sends a transaction with a blob of zeros; its hash. */
export async function sendBlob(devnet: Client): Promise<Hex> {
  return devnet.ask('eth_sendRawTransaction', await signedBlob(devnet))
}

/** A signed transaction with a blob of zeros and its proof, or those of its cells (EIP-7594). */
export async function signedBlob(devnet: Client, proofs: 1 | 128 = 1): Promise<Hex> {
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
  if (proofs === 1) return raw
  const [payload, blobs, commitments] = fromRlp(`0x${raw.slice(4)}`) as Hex[]
  const cellProofs = new Array<Hex>(128).fill(infinity)
  const list = [payload, '0x01', blobs, commitments, cellProofs] as Hex[]
  return concat(['0x03', toRlp(list)])
}
