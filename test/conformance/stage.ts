import {
  bytesToHex,
  commitmentsToVersionedHashes,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  toBlobSidecars,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

/**
 * A devnet with everything that standard methods tell about: the token in block 1; block 2 with a transaction
 * of each type, logs, a failed transaction and a contract creation; the same again pre-confirmed;
 * a transaction in the pool that can run and one that cannot yet.
 */
export interface Stage extends AsyncDisposable {
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** At `pending`. */
  simulate(payload: unknown): Promise<readonly { readonly calls: readonly object[] }[]>
  readonly alice: Hex
  readonly bob: Hex
  /** Delegates to the token (EIP-7702). */
  readonly carol: Hex
  readonly token: Hex
  /** Hashes of the transactions of block 2. */
  readonly sealed: readonly Hex[]
  readonly preconfirmed: readonly Hex[]
  readonly pooled: readonly Hex[]
  /** Hash of block 2, the latest. */
  readonly blockHash: Hex
  /** Created before all blocks and not read since. */
  readonly filters: { readonly logs: Hex; readonly blocks: Hex; readonly transactions: Hex }
  /** Signs a transfer that the pool takes, a new one each time. */
  signTransfer(): Promise<Hex>
}

export async function createStage(options: DevnetOptions = {}): Promise<Stage> {
  const devnet = await testDevnet(options)
  const ask = (method: string, ...params: readonly unknown[]) =>
    devnet.provider.request({ method, params })
  const [alice, bob, carol] = [0, 1, 2].map((index) => signerOf(devnet, index)) as Signers
  const send = (raw: Hex): Promise<Hex> => ask('eth_sendRawTransaction', raw)
  const filters = {
    logs: await ask('eth_newFilter', { fromBlock: 'earliest' }),
    blocks: await ask('eth_newBlockFilter'),
    transactions: await ask('eth_newPendingTransactionFilter'),
  }

  let nonce = 0
  const envelope = () => ({ chainId: devnet.chainId, nonce: nonce++, gas: 1_000_000n })
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  const deployment = await send(
    await alice.signTransaction({
      ...envelope(),
      ...fees,
      gas: 3_000_000n,
      data: encodeDeployData({
        abi: tokenAbi,
        bytecode: tokenBytecode,
        args: ['Stage', 'STG', 1_000n],
      }),
    }),
  )
  await devnet.seal()
  const { contractAddress: token } = await ask('eth_getTransactionReceipt', deployment)
  const transfer = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transfer',
    args: [bob.address, 1n],
  })
  const accessList = [{ address: token, storageKeys: [`0x${'0'.repeat(64)}` as const] }]

  async function sendEachKind(): Promise<readonly Hex[]> {
    const raws = [
      await alice.signTransaction({
        ...envelope(),
        to: bob.address,
        value: 1n,
        gasPrice: 10n ** 10n,
      }),
      await alice.signTransaction({
        ...envelope(),
        type: 'eip2930',
        to: token,
        data: transfer,
        gasPrice: 10n ** 10n,
        accessList,
      }),
      await alice.signTransaction({
        ...envelope(),
        ...fees,
        to: token,
        data: transfer,
        accessList,
      }),
      await alice.signTransaction({ ...envelope(), ...fees, to: bob.address, ...emptyBlob }),
      await alice.signTransaction({
        ...envelope(),
        ...fees,
        to: bob.address,
        authorizationList: [
          await carol.signAuthorization({
            address: token,
            chainId: devnet.chainId,
            nonce: Number(await ask('eth_getTransactionCount', carol.address, 'pending')),
          }),
        ],
      }),
      await alice.signTransaction({
        ...envelope(),
        ...fees,
        to: token,
        data: encodeFunctionData({ abi: tokenAbi, functionName: 'fail' }),
      }),
      await alice.signTransaction({ ...envelope(), ...fees, data: '0x00' }),
    ]
    const hashes: Hex[] = []
    for (const raw of raws) hashes.push(await send(raw))
    return hashes
  }
  const signTransfer = () =>
    alice.signTransaction({ ...envelope(), ...fees, to: bob.address, value: 1n })

  const sealed = await sendEachKind()
  const { hash: blockHash } = await devnet.seal()
  const preconfirmed = await sendEachKind()
  await devnet.flashblock()
  const executable = await send(await signTransfer())
  nonce++
  const queued = await send(await signTransfer())
  return {
    ask,
    simulate: (payload) => ask('eth_simulateV1', payload, 'pending'),
    alice: alice.address,
    bob: bob.address,
    carol: carol.address,
    token,
    sealed,
    preconfirmed,
    pooled: [executable, queued],
    blockHash,
    filters,
    signTransfer,
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}

type Signers = [PrivateKeyAccount, PrivateKeyAccount, PrivateKeyAccount]

function signerOf(devnet: PreconfDevnet, index: number): PrivateKeyAccount {
  const key = devnet.accounts[index]?.privateKey
  if (key === undefined) throw new RangeError(`no account ${index}`)
  return privateKeyToAccount(key)
}

/** Commitment to and proof of a blob of zeros: the point at infinity, which needs no cryptography to find. */
const infinity: Hex = `0xc0${'0'.repeat(94)}`
const commitments = [infinity]

const emptyBlob = {
  type: 'eip4844',
  maxFeePerBlobGas: 10n ** 10n,
  blobVersionedHashes: commitmentsToVersionedHashes({ commitments }),
  sidecars: toBlobSidecars({
    blobs: [bytesToHex(new Uint8Array(131_072))],
    commitments,
    proofs: [infinity],
  }),
} as const
