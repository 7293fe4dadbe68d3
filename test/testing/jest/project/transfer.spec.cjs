const { clients } = require('preconf/viem')
const { abi, bytecode } = require('preconf/fixtures/Token.json')

const { publicClient, walletClient } = clients(chain)
const [alice, bob] = chain.accounts.map(({ address }) => address)
let token

beforeAll(async () => {
  const hash = await walletClient.deployContract({ abi, bytecode, args: ['Token', 'TKN', 1000n] })
  const { contractAddress } = await publicClient.getTransactionReceipt({ hash })
  token = { abi, address: contractAddress }
})

const transfer = (amount) =>
  walletClient.writeContract({ ...token, functionName: 'transfer', args: [bob, amount] })

test('a transfer emits an event', async () => {
  const hash = await transfer(5n)
  await expect(hash).toEmit(token, 'Transfer', [alice, bob, 5n])
  await expect(hash).toChangeTokenBalances(token, [alice, bob], [-5n, 5n])
})

test('other tests do not see it', async () => {
  expect(await publicClient.getBlockNumber()).toBe(1n)
  await expect(transfer(1001n)).toRevertWith(token, 'InsufficientBalance', [alice, 1000n, 1001n])
})

test('blocks are made when they are asked for', async () => {
  await chain.setCadence({ mining: 'manual' }) // until the test ends
  const hash = await transfer(5n)
  await chain.flashblock()
  await expect(hash).toBePreconfirmed({ index: 1 })
  await expect(hash).not.toBeSealed()
})
