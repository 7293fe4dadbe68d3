const { BrowserProvider, Contract } = require('ethers')
const { useChain } = require('preconf/jest/matchers')
const { alice, bob, setUp } = require('./token.cjs')

const { client, deployToken } = setUp()
const provider = new BrowserProvider(chain.provider, chain.chainId, { staticNetwork: true })
let token
let ethersToken

beforeAll(async () => {
  token = await deployToken()
  ethersToken = new Contract(token.address, token.abi, await provider.getSigner(alice))
})
afterAll(() => provider.destroy())

const transfer = (amount, gas) =>
  client.writeContract({ ...token, functionName: 'transfer', args: [bob, amount], gas })

test('transactions of viem', async () => {
  await expect(transfer(5n)).toBeSealed()
  const hash = await transfer(5n)
  await expect(hash).toBePreconfirmed()
  await expect(hash).toEmit(token, 'Transfer', [alice, bob, 5n])
  await expect(hash).toEmit(token, 'Transfer', { value: expect.any(BigInt) })
  await expect(hash).not.toEmit(token, 'Approval')
  await expect(hash).not.toRevert()
  await expect(hash).toUseGas({ min: 21_000, max: 60_000 })
  await expect(hash).toChangeBalance(alice, 0n)
  await expect(hash).toChangeTokenBalances(token, [alice, bob], [-5n, 5n])
})

test('transactions of ethers', async () => {
  const response = await ethersToken.transfer(bob, 5n)
  await expect(response).toBeSealed()
  await expect(response).toEmit(ethersToken, 'Transfer', [alice, bob, 5n])
  await expect(response.wait()).toChangeTokenBalance(ethersToken, bob, 5n)
})

test('reverts of both', async () => {
  const reverted = [token, 'InsufficientBalance', [alice, 1_000n, 5_000n]]
  await expect(transfer(5_000n)).toRevertWith(...reverted)
  const refused = client.simulateContract({
    ...token,
    functionName: 'transfer',
    args: [bob, 5_000n],
  })
  await expect(refused).rejects.toRevertWith('InsufficientBalance')
  await expect(await transfer(5_000n, 100_000n)).toRevertWith(...reverted)
  await expect(ethersToken.transfer(bob, 5_000n)).toRevertWith(...reverted)
  const response = await ethersToken.transfer(bob, 5_000n, { gasLimit: 100_000n })
  await expect(response).toRevertWith(...reverted)
  await expect(response.wait()).toRevert()
  await expect(client.simulateContract({ ...token, functionName: 'fail' })).toRevertWith(/always/)
  const share = { ...token, functionName: 'shareOf', args: [bob, 0n] }
  await expect(client.readContract(share)).toRevertWith(0x12)
  await expect(
    chain.provider.request({ method: 'eth_call', params: [{ data: '0xfe' }, 'latest'] }),
  ).toRevertWith('invalid opcode: INVALID')
})

test('what they say', async () => {
  const hash = await transfer(5n)
  await expect(expect(hash).not.toBeSealed()).rejects.toThrow(
    `expected the transaction ${hash} not to be sealed, but it is sealed in block 2`,
  )
  await expect(expect(hash).toEmit(token, 'Transfer', { value: 6n })).rejects.toThrow(
    `but it emitted\n  Transfer(from: ${alice}, to: ${bob}, value: 5)`,
  )
  await expect(expect(hash).toEmit(token, 'Transfer', [expect.anything()])).rejects.toThrow(
    'to emit Transfer(Anything)',
  )
  expect(() => expect('0x12').toBeHex({ bytes: 2 })).toThrow('expected "0x12" to be hex of 2 bytes')
  expect(alice).toBeAddress()
})

test('values of this realm are taken for what they are', async () => {
  const hash = await transfer(5n)
  await expect(hash).toEmit(token, 'Transfer', {
    from: { address: alice },
    value: (value) => value === 5n,
  })
  await expect([hash]).toChangeTokenBalance(token, bob, 5n)
  await chain.loadState(new Uint8Array(await chain.dumpState()))
  await expect(chain.provider.request({ method: 'no_such' })).rejects.toMatchObject({
    code: -32601,
  })
})

test('traces', async () => {
  const hash = await transfer(5n)
  await expect(hash).toMatchTrace({ names: { token, alice, bob } })
  await expect(hash).toMatchTrace({ names: { token, alice, bob }, hint: 'again' })
})

test('another chain', async () => {
  const other = await chain.fork()
  const release = useChain(other)
  const hash = await other.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x1' }],
  })
  await expect(hash).toBeSealed()
  await expect(hash).toBeSealed({ chain: other })
  release()
  await other.close()
})
