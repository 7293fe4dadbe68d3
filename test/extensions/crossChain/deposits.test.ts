import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { creationOf } from '../../rpc/methods/client.ts'
import { alice, bob, fresh, type Pair, pair } from './pair.ts'

const portal = optimism.contracts.portal[1].address
const portalAbi = parseAbi([
  'function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data) payable',
  'function minimumGasLimit(uint64) view returns (uint64)',
  'error OptimismPortal_GasLimitTooLow()',
  'error OutOfGas()',
])

interface Wanted {
  readonly to?: Hex
  readonly value?: bigint
  readonly gas?: bigint
  readonly mint?: bigint
  readonly data?: Hex
}

/** Deposits through viem, and gives the receipts of both chains; that of L2 once it is there. */
async function deposit(chains: Pair, { to, value = 0n, gas = 100_000n, mint, data }: Wanted) {
  const { publicL1, walletL1 } = chains
  const request = { to, value, gas, mint, data, isCreation: to === undefined }
  const hash = await walletL1.depositTransaction({
    account: alice,
    request,
    targetChain: optimism,
  } as never)
  const onL1 = await publicL1.getTransactionReceipt({ hash })
  const [l2Hash = '0x' as Hex] = getL2TransactionHashes(onL1)
  return { onL1, l2Hash }
}

test('deposits mint, pay, create contracts, and are in their block also when they fail', async () => {
  await using chains = await pair()
  const { publicL2 } = chains
  const receipt = async (wanted: Wanted) =>
    publicL2.getTransactionReceipt({ hash: (await deposit(chains, wanted)).l2Hash })
  const before = await publicL2.getBalance({ address: alice })
  expect(await receipt({ to: fresh, mint: 5n, value: 3n })).toMatchObject({ status: 'success' })
  expect(await publicL2.getBalance({ address: fresh })).toBe(3n)
  expect(await publicL2.getBalance({ address: alice })).toBe(before + 2n)
  // More than there is: the ether that is minted stays.
  const tooMuch = { to: fresh, mint: 7n, value: parseEther('1000000') }
  expect(await receipt(tooMuch)).toMatchObject({ status: 'reverted' })
  expect(await publicL2.getBalance({ address: alice })).toBe(before + 9n)
  const created = await receipt({ data: creationOf('0x00') as Hex })
  expect(created.status).toBe('success')
  expect(await publicL2.getCode({ address: created.contractAddress as Hex })).toBe('0x00')
  // Its constructor reverts.
  expect((await receipt({ data: '0x5f5ffd' })).status).toBe('reverted')
  // It takes more than the least gas.
  expect((await receipt({ data: '0x5b5f56', gas: 60_000n })).status).toBe('reverted')
})

test('a deposit is refused with less than the least gas, and beyond what a block of L1 may buy', async () => {
  await using chains = await pair({ mining: 'manual' })
  const { publicL1 } = chains
  const simulate = (gas: bigint, data: Hex = '0x') =>
    publicL1.simulateContract({
      account: alice,
      address: portal,
      abi: portalAbi,
      functionName: 'depositTransaction',
      args: [fresh, 0n, gas, false, data],
    })
  await expect(simulate(20_999n)).rejects.toThrow('OptimismPortal_GasLimitTooLow')
  await expect(simulate(21_000n, '0x00')).rejects.toThrow('OptimismPortal_GasLimitTooLow')
  await expect(simulate(20_000_001n)).rejects.toThrow('OutOfGas')
  await simulate(21_040n, '0x00')
})

test('deposits of a block come in the order of their logs, over as many L2 blocks as they need', async () => {
  await using chains = await pair({ mining: 'manual', gasLimit: 30_000_000 })
  const { devnet, publicL1, publicL2, walletL1 } = chains
  const hashes: Hex[] = []
  for (let block = 0; block < 3; block++) {
    for (let count = 0; count < 2; count++) {
      const args = [fresh, 0n, 9_000_000n, false, '0x'] as const
      const call = { abi: portalAbi, functionName: 'depositTransaction', args } as const
      hashes.push(await walletL1.writeContract({ ...call, address: portal, gas: 200_000n }))
    }
    await devnet.l1.seal()
  }
  const expected: Hex[] = []
  for (const hash of hashes) {
    expected.push(...getL2TransactionHashes(await publicL1.getTransactionReceipt({ hash })))
  }
  const found: Hex[] = []
  for (let block = 0; block < 3; block++) {
    await devnet.seal()
    const { transactions } = await publicL2.getBlock()
    expect(transactions).toHaveLength(3)
    found.push(...transactions.slice(1))
  }
  expect(found).toEqual(expected)
  await devnet.seal()
  expect((await publicL2.getBlock()).transactions).toHaveLength(1)
})

test('a contract deposits under its alias', async () => {
  await using chains = await pair()
  const { publicL1, publicL2, walletL1 } = chains
  const data = encodeFunctionData({
    abi: portalAbi,
    functionName: 'depositTransaction',
    args: [fresh, 4n, 50_000n, false, '0x'],
  })
  // Calls the portal with its own calldata and all value that it is sent.
  const forward: Hex = `0x365f5f375f5f365f3473${portal.slice(2)}5af15f5260205ff3`
  const sent = await walletL1.sendTransaction({ data: creationOf(forward) as Hex })
  const { contractAddress } = await publicL1.getTransactionReceipt({ hash: sent })
  const hash = await walletL1.sendTransaction({
    to: contractAddress,
    data,
    value: 9n,
    gas: 300_000n,
  })
  const [l2Hash = '0x' as Hex] = getL2TransactionHashes(
    await publicL1.getTransactionReceipt({ hash }),
  )
  const { from, status } = await publicL2.getTransactionReceipt({ hash: l2Hash })
  const alias =
    (BigInt(contractAddress as Hex) + 0x1111000000000000000000000000000000001111n) % 2n ** 160n
  expect([status, BigInt(from)]).toEqual(['success', alias])
  expect(await publicL2.getBalance({ address: from })).toBe(5n)
})

test('ether that the portal receives, and a delegated account, come under their own address', async () => {
  await using chains = await pair()
  const { publicL2, walletL1 } = chains
  const before = await publicL2.getBalance({ address: alice })
  await walletL1.sendTransaction({ to: portal, value: parseEther('2') })
  expect(await publicL2.getBalance({ address: alice })).toBe(before + parseEther('2'))
  await chains.askL1('anvil_setCode', alice, `0xef0100${bob.slice(2)}`)
  const { onL1 } = await deposit(chains, { to: fresh, mint: 1n, value: 1n })
  expect(onL1.status).toBe('success')
  expect(await publicL2.getBalance({ address: fresh })).toBe(1n)
})

test('the first flashblock shows deposits of L1, as many blocks later as the lag says', async () => {
  await using chains = await pair({
    mining: 'flashblocks',
    l1: { blockTime: '4s', originLag: 2 },
  })
  const { devnet, publicL1, publicL2, walletL1 } = chains
  const hash = await walletL1.sendTransaction({ to: portal, value: 1n, gas: 300_000n })
  await devnet.clock.advance(4000)
  const onL1 = await publicL1.getTransactionReceipt({ hash })
  const [l2Hash = '0x' as Hex] = getL2TransactionHashes(onL1)
  await devnet.clock.advance('7.9s')
  await expect(publicL2.getTransactionReceipt({ hash: l2Hash })).rejects.toThrow('not be found')
  await devnet.clock.advance(200)
  const seen = () => devnet.transaction(l2Hash)
  expect(seen()).toMatchObject({ status: 'preconfirmed' })
  await devnet.clock.advance(2000)
  expect(seen()).toMatchObject({ status: 'sealed' })
  const { blockNumber } = await publicL2.getTransactionReceipt({ hash: l2Hash })
  const origin = await publicL2.readContract({
    address: optimism.contracts.l1Block.address,
    abi: parseAbi([
      'function number() view returns (uint64)',
      'function hash() view returns (bytes32)',
    ]),
    functionName: 'hash',
    blockNumber,
  })
  expect(origin).toBe(onL1.blockHash)
})

test('the fees of L2 follow the base fee of L1, unless another is set', async () => {
  await using chains = await pair()
  const { devnet, publicL1, publicL2 } = chains
  const l1Fee = () => publicL2.getL1BaseFee()
  await deposit(chains, { to: fresh })
  const { baseFeePerGas } = await publicL1.getBlock()
  expect(await l1Fee()).toBe(baseFeePerGas)
  await devnet.l1.set({ baseFee: 77n })
  await deposit(chains, { to: fresh })
  expect(await l1Fee()).toBe(77n)
  await expect(devnet.l1.set({ number: 5n })).rejects.toThrow('the L1 beside the chain')
})
