import { verifyMerkleProof } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { bytesToBigInt } from '@ethereumjs/util'
import { expect, it } from 'vitest'
import { type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import { type Client, client, deployRecorder, word } from '../../rpc/methods/client.ts'
import { bob, bobAt, sendTransfer } from '../../support/transfers.ts'

const rich = 0xde0b6b3a7640000n
const contract = '0x00000000000000000000000000000000000000c0'

/** The account and slot 1 of it as the state root of the newest block proves them. */
async function proven(devnet: Client, address: string) {
  const { stateRoot } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const proof = await devnet.ask('eth_getProof', address, ['0x1'], 'latest')
  const verify = (root: Hex, key: Hex, nodes: readonly Hex[]) =>
    verifyMerkleProof(hexToBytes(key), nodes.map(hexToBytes), {
      root: hexToBytes(root),
      useKeyHashing: true,
    })
  const account = await verify(stateRoot, address as Hex, proof.accountProof)
  const [nonce, balance, storageRoot, codeHash] = RLP.decode(account ?? []) as Uint8Array[]
  const { proof: nodes } = proof.storageProof[0]
  // An account without storage has nothing to prove it with.
  const slot = nodes.length === 0 ? null : await verify(proof.storageHash, word(1), nodes)
  return {
    nonce: bytesToBigInt(nonce ?? new Uint8Array()),
    balance: bytesToBigInt(balance ?? new Uint8Array()),
    hashes: [storageRoot, codeHash],
    slot: slot === null ? 0n : bytesToBigInt(RLP.decode(slot) as Uint8Array),
    asked: [hexToBytes(proof.storageHash), hexToBytes(proof.codeHash)],
  }
}

it('edits apply on top of what is pre-confirmed, at `latest` and `pending` at once', async () => {
  await using devnet = await client()
  await sendTransfer(devnet, { value: 5n })
  await devnet.flashblock()
  await devnet.ask('anvil_setBalance', bob, '0x64')
  expect([await bobAt(devnet, 'latest'), await bobAt(devnet, 'pending')]).toEqual([100n, 100n])
  await sendTransfer(devnet, { nonce: 1, value: 5n })
  await devnet.flashblock()
  expect([await bobAt(devnet, 'latest'), await bobAt(devnet, 'pending')]).toEqual([100n, 105n])
  await devnet.seal()
  expect(await bobAt(devnet, 'latest')).toBe(105n)
})

it('what is added to a balance is added at `latest` and at `pending` to what is there', async () => {
  await using devnet = await client()
  await sendTransfer(devnet, { value: 5n })
  await devnet.flashblock()
  await devnet.ask('anvil_addBalance', bob, 100)
  expect([await bobAt(devnet, 'latest'), await bobAt(devnet, 'pending')]).toEqual([100n, 105n])
})

it('the root of the next sealed block proves what reads answer', async () => {
  await using devnet = await client()
  await sendTransfer(devnet, { value: 5n })
  await devnet.flashblock()
  await devnet.ask('anvil_setBalance', contract, '0x64')
  await devnet.ask('anvil_setCode', contract, '0x6001')
  await devnet.ask('anvil_setNonce', contract, 9)
  await devnet.ask('anvil_setStorageAt', contract, 1, word(77))
  await devnet.ask('anvil_addBalance', bob, 100)
  await sendTransfer(devnet, { nonce: 1, value: 5n })
  await devnet.flashblock()
  await devnet.seal()
  const account = await proven(devnet, contract)
  expect(account).toMatchObject({ nonce: 9n, balance: 100n, slot: 77n })
  expect(account.hashes).toEqual(account.asked)
  expect(await devnet.ask('eth_getBalance', contract)).toBe('0x64')
  expect(await devnet.ask('eth_getStorageAt', contract, '0x1')).toBe(word(77))
  expect((await proven(devnet, bob)).balance).toBe(await bobAt(devnet, 'latest'))
  expect(await bobAt(devnet, 'latest')).toBe(110n)
})

it('an edit between blocks is in the root of the next block, and of all that follow', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_setBalance', bob, '0x64')
  await devnet.seal()
  expect((await proven(devnet, bob)).balance).toBe(100n)
  await devnet.seal()
  expect((await proven(devnet, bob)).balance).toBe(100n)
})

it('edits are made again in their places when a header edit rebuilds the block', async () => {
  await using devnet = await client()
  const recorder = await deployRecorder(devnet)
  await devnet.send({ to: recorder, data: word(1) })
  await devnet.flashblock()
  await devnet.ask('anvil_setStorageAt', recorder, 0, word(50))
  await devnet.ask('anvil_setStorageAt', recorder, 1, word(51))
  await devnet.send({ to: recorder, data: word(2) })
  await devnet.flashblock()
  await devnet.ask('anvil_setCoinbase', bob)
  const slots = async (tag: string) => [
    await devnet.ask('eth_getStorageAt', recorder, '0x0', tag),
    await devnet.ask('eth_getStorageAt', recorder, '0x1', tag),
  ]
  expect(await slots('pending')).toEqual([word(2), word(51)])
  const block = await devnet.seal()
  expect(block.transactions).toHaveLength(2)
  expect(await slots('latest')).toEqual([word(2), word(51)])
  expect((await proven(devnet, recorder)).slot).toBe(51n)
  expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ miner: bob })
})

it.each([
  ['the base fee', 'anvil_setNextBlockBaseFeePerGas', '0x7', { baseFeePerGas: '0x7' }],
  ['the coinbase', 'anvil_setCoinbase', bob, { miner: bob }],
  ['the gas limit', 'evm_setBlockGasLimit', '0x989680', { gasLimit: '0x989680' }],
  ['the prev randao', 'anvil_setPrevRandao', word(7), { mixHash: word(7) }],
  ['the time', 'evm_setNextBlockTimestamp', 2_000_000_000, { timestamp: '0x77359400' }],
  ['a moved time', 'evm_increaseTime', 1_000, { timestamp: '0x6955bce8' }],
])(
  'a block that is half built gets %s, its transactions run again',
  async (_what, method, value, fields) => {
    await using devnet = await client({ mining: 'flashblocks' })
    const hash = await sendTransfer(devnet)
    await devnet.clock.advance(200)
    await devnet.ask(method, value)
    const pending = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    expect(pending).toMatchObject({ number: '0x1', transactions: [hash], ...fields })
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    await devnet.seal()
    expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      transactions: [hash],
      ...fields,
    })
  },
)

it('a transaction that cannot pay a new base fee waits again', async () => {
  await using devnet = await client()
  const hash = await sendTransfer(devnet, { maxFee: 2_000_000_000n })
  await devnet.flashblock()
  await devnet.ask('anvil_setNextBlockBaseFeePerGas', 3_000_000_000)
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toBe(null)
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  expect((await devnet.seal()).transactions).toEqual([])
  await devnet.ask('anvil_setNextBlockBaseFeePerGas', 1)
  expect((await devnet.seal()).transactions).toEqual([hash])
})

it('an account without funds after an edit sends nothing any more', async () => {
  await using devnet = await client()
  const sender = devnet.accounts[0]?.address
  const first = await sendTransfer(devnet)
  await devnet.flashblock()
  await devnet.ask('anvil_setBalance', sender, 0)
  await sendTransfer(devnet, { from: 1 })
  await devnet.flashblock()
  const { transactions } = await devnet.seal()
  expect(transactions).toContain(first)
  expect(await devnet.ask('eth_getBalance', sender)).toBe('0x0')
})

it('a code set in the middle of a block runs for the transactions after it', async () => {
  await using devnet = await client()
  await devnet.send({ to: contract, value: '0x1' })
  await devnet.flashblock()
  // Stores 7 in slot 1.
  await devnet.ask('anvil_setCode', contract, '0x6007600155')
  await devnet.send({ to: contract, value: '0x1' })
  await devnet.flashblock()
  await devnet.seal()
  expect(await proven(devnet, contract)).toMatchObject({ balance: 2n, slot: 7n })
})

it('edits while blocks come by themselves never meet a half of one', async () => {
  await using devnet = await client({ mining: 'flashblocks' })
  await Promise.all([
    ...[0, 1, 2, 3].map((nonce) => sendTransfer(devnet, { nonce })),
    ...Array.from({ length: 20 }, () =>
      devnet.ask('anvil_addBalance', contract, `0x${rich.toString(16)}`),
    ),
    devnet.clock.advance(2_000),
    devnet.ask('anvil_setCoinbase', bob),
    devnet.clock.advance(2_000),
  ])
  await devnet.seal()
  expect((await proven(devnet, contract)).balance).toBe(20n * rich)
  const counts = [
    await devnet.ask('eth_getTransactionCount', devnet.accounts[0]?.address, 'latest'),
    await devnet.ask('eth_getTransactionCount', devnet.accounts[0]?.address, 'pending'),
  ]
  expect(counts).toEqual(['0x4', '0x4'])
})

it('an edit of an open block is there when the block was opened again, and after a revert', async () => {
  await using devnet = await client()
  await devnet.ask('preconf_flashblock')
  await devnet.ask('anvil_setBalance', bob, '0x7')
  await devnet.ask('evm_increaseTime', 60)
  expect(await devnet.ask('eth_getBalance', bob, 'pending')).toBe('0x7')
  const snapshot = await devnet.ask('evm_snapshot')
  await devnet.ask('evm_revert', snapshot)
  await devnet.seal()
  expect(await devnet.ask('eth_getBalance', bob, 'latest')).toBe('0x7')
})
