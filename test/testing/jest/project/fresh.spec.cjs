const { alice, bob, setUp } = require('./token.cjs')

const { client, deployToken } = setUp()
let token

const balance = () => client.readContract({ ...token, functionName: 'balanceOf', args: [bob] })
const transfer = (amount) =>
  client.writeContract({ ...token, functionName: 'transfer', args: [bob, amount] })

beforeAll(async () => {
  token = await deployToken()
})

describe('each test begins with what beforeAll has left', () => {
  test.each([1n, 2n, 3n])('%d', async (amount) => {
    expect(await balance()).toBe(0n)
    await transfer(amount)
    expect(await balance()).toBe(amount)
    expect(await client.getBlockNumber()).toBe(2n)
  })

  test.skip('one that is left out', () => {})
  test.todo('one that is to be written')

  test('after those that did not run too', async () => {
    expect(await balance()).toBe(0n)
  })
})

describe('a block', () => {
  beforeAll(async () => {
    await transfer(10n)
  })
  beforeEach(async () => {
    await transfer(1n)
  })

  test.each([1, 2])('has what its own hooks have left: %d', async () => {
    expect(await balance()).toBe(11n)
    await transfer(5n)
  })

  describe('in a block', () => {
    beforeAll(async () => {
      await transfer(100n)
    })

    test('has that of both', async () => {
      expect(await balance()).toBe(111n)
    })
  })

  test('does not keep what an inner one has left', async () => {
    expect(await balance()).toBe(11n)
  })
})

test('what a block has left is gone after it', async () => {
  expect(await balance()).toBe(0n)
})

describe('whatever a test changes is as it was', () => {
  const look = async () => ({
    cadence: chain.cadence,
    now: chain.clock.now(),
    faults: chain.faults.list(),
    gasPrice: await client.getGasPrice(),
    number: await client.getBlockNumber(),
    nonce: await client.getTransactionCount({ address: alice }),
  })
  let before

  test('the one that changes it', async () => {
    before = await look()
    await chain.setCadence({ mining: 'flashblocks', blockTime: '5s', flashblockTime: 100 })
    chain.pause()
    chain.faults.inject({ kind: 'dropAtSeal' })
    await chain.clock.advance(10_000)
    await chain.provider.request({
      method: 'anvil_setNextBlockBaseFeePerGas',
      params: ['0x77359400'],
    })
    await chain.seal()
    await transfer(1n)
    expect(await look()).not.toEqual(before)
  })

  test('the one after it', async () => {
    expect(await look()).toEqual(before)
    await transfer(1n)
    expect(await balance()).toBe(1n)
  })
})

test('fake timers do not stop the chain', async () => {
  jest.useFakeTimers()
  await transfer(3n)
  await chain.setCadence({ mining: 'flashblocks' })
  const hash = await transfer(3n)
  await chain.clock.advance(200)
  await expect(hash).toBePreconfirmed({ index: 1 })
  jest.useRealTimers()
})

describe('a function as a fixture', () => {
  let runs = 0
  async function transferred() {
    runs++
    return { hash: await transfer(7n) }
  }

  test.each([1, 2])('runs once, however many tests load it: %d', async () => {
    const { hash } = await chain.loadFixture(transferred)
    await expect(hash).toBeSealed()
    expect(await balance()).toBe(7n)
    expect(runs).toBe(1)
  })
})
