import artifact from 'preconf/fixtures/Token.json' with { type: 'json' }
import { devnetTest, fixture } from 'preconf/vitest'
import { type Hex, parseAbi, parseEther } from 'viem'

const abi = parseAbi([
  'constructor(string name, string symbol, uint256 supply)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function fail()',
  'function shareOf(address account, uint256 divisor) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
])
const [alice, bob] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const

const deployed = fixture(async ({ devnet }) => {
  const { walletClient, publicClient } = await devnet.clients()
  const bytecode = artifact.bytecode as Hex
  const hash = await walletClient.deployContract({ abi, bytecode, args: ['Token', 'TKN', 1000n] })
  const { contractAddress } = await publicClient.getTransactionReceipt({ hash })
  return { token: { abi, address: contractAddress as Hex } }
})

const test = devnetTest({ use: deployed })

test('a transfer of the token', async ({ token, walletClient, expect }) => {
  const transfer = { ...token, functionName: 'transfer', args: [bob, 5n] } as const
  const hash = await walletClient.writeContract(transfer)
  await expect(hash).toBeSealed()
  await expect(hash).toEmit(token, 'Transfer', [alice, bob, 5n])
  await expect(hash).toEmit(token, 'Transfer', { value: expect.any(BigInt) })
  await expect(hash).toChangeTokenBalances(token, [alice, bob], [-5n, 5n])
  await expect(hash).toUseGas({ max: 60_000 })
})

test('what a contract refuses', async ({ token, walletClient, publicClient, expect }) => {
  const transfer = { ...token, functionName: 'transfer', args: [bob, 1001n] } as const
  const reason = [token, 'InsufficientBalance', { needed: 1001n }] as const
  await expect(publicClient.simulateContract({ ...transfer, account: alice })).toRevertWith(
    ...reason,
  )
  await expect(walletClient.writeContract({ ...transfer, gas: 100_000n })).toRevertWith(...reason)

  const fail = { ...token, functionName: 'fail' } as const
  await expect(walletClient.writeContract(fail)).toRevertWith('this always fails')
  await expect(walletClient.writeContract(fail)).toRevertWith(/always/)

  const share = { ...token, functionName: 'shareOf', args: [bob, 0n] } as const
  await expect(publicClient.readContract(share)).toRevertWith(0x12) // division by zero
})

test('ether, of one account and of several', async ({ signer, walletClient, expect }) => {
  const sent = await signer.sendTransaction({ to: bob, value: parseEther('1') }) // by ethers
  await expect(sent).toChangeBalances([signer, bob], [parseEther('-1'), parseEther('1')])
  await expect(() => walletClient.sendTransaction({ to: bob, value: 5n })).toChangeBalance(bob, 5n)
  await expect(sent).toChangeBalance(alice, (change) => change < parseEther('-1'), {
    includeFees: true,
  })
})

test('what it did, as the snapshot has it', async ({ token, walletClient, expect }) => {
  const transfer = { ...token, functionName: 'transfer', args: [bob, 5n] } as const
  const hash = await walletClient.writeContract(transfer)
  await expect(hash).toMatchTrace({ names: { token, alice, bob } })
})
