import { expect, test } from 'vitest'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import { createDevnet } from '../../../src/index.ts'
import { defaultLimits } from '../../../src/lib/limits.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { LimitOptions } from '../../../src/types/options/limitOptions.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

test.each([
  [{ codeSizeLimit: 0 }, 'invalid codeSizeLimit 0: give a whole number from 1 to 4294967296'],
  [
    { codeSizeLimit: 5, disableCodeSizeLimit: true },
    'invalid codeSizeLimit 5: remove it, as disableCodeSizeLimit is given',
  ],
  [
    { gasLimit: 5_000_000, disableBlockGasLimit: true },
    'invalid gasLimit 5000000: remove it, as disableBlockGasLimit is given',
  ],
  [{ disableBlockGasLimit: 1 }, 'invalid disableBlockGasLimit 1: give true or false'],
  [{ memoryLimit: -1 }, 'invalid memoryLimit -1: give a whole number from 1 to'],
  [{ traceTimeout: 0 }, 'invalid traceTimeout 0: give a time with its unit'],
  [{ maxTransactions: 0 }, 'invalid maxTransactions 0: give a whole number from 1 to'],
])('%o is refused', (options, message) => {
  expect(() => resolveOptions(options as LimitOptions)).toThrow(message)
})

/** Code that creates a contract of so many zero bytes: PUSH3 size, PUSH0, RETURN. */
function creating(size: number): string {
  return `0x62${size.toString(16).padStart(6, '0')}5ff3`
}

/** Sends a creation of its own block; whether it succeeded. */
async function deploys({ provider, accounts }: PreconfDevnet, data: string): Promise<boolean> {
  const [sender] = accounts
  const request = { from: sender?.address, data, gas: '0x1c9c380' }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [request] })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return receipt.status === '0x1'
}

test('contracts have the size of the protocol, of codeSizeLimit or any', async () => {
  const sizes = [24_576, 24_577, 60_000, 60_001, 100_000]
  const deployed = async (options: LimitOptions) => {
    await using devnet = await testDevnet({ mining: 'auto', gasLimit: 60_000_000, ...options })
    const done: number[] = []
    for (const size of sizes) if (await deploys(devnet, creating(size))) done.push(size)
    return done
  }
  expect(await deployed({})).toEqual([24_576])
  expect(await deployed({ codeSizeLimit: 60_000 })).toEqual([24_576, 24_577, 60_000])
  expect(await deployed({ disableCodeSizeLimit: true })).toEqual(sizes)
})

/** What a transaction with so many bytes of calldata, all zeros, is refused with; nothing when it is taken. */
async function refusedSize(options: DevnetOptions, size: number): Promise<string | undefined> {
  await using devnet = await testDevnet({ gasLimit: 1_000_000_000, ...options })
  const [sender] = devnet.accounts
  const data = `0x${'00'.repeat(size)}`
  const request = { from: sender?.address, to: bob, data, gas: '0x3b9aca00' }
  const sent = devnet.provider.request({ method: 'eth_sendTransaction', params: [request] })
  return sent.then(
    () => undefined,
    (error: Error) => error.message,
  )
}

test('a transaction has the size of geth, and any where the node of compat takes it', async () => {
  expect(await refusedSize({}, 130_000)).toBeUndefined()
  expect(await refusedSize({}, 131_072)).toMatch(
    /^oversized data: transaction size 1311\d\d, limit 131072: the limit is 131072 bytes \(--limit transactionBytes=N\)/,
  )
  expect(await refusedSize({ compat: 'geth' }, 131_072)).toContain('oversized data')
  expect(await refusedSize({ compat: 'anvil' }, 1_000_000)).toBeUndefined()
  expect(await refusedSize({ compat: 'hardhat' }, 1_000_000)).toBeUndefined()
  expect(await refusedSize({ limits: { transactionBytes: 200_000 } }, 150_000)).toBeUndefined()
  const limited = { compat: 'anvil', limits: { transactionBytes: 1000 } } as const
  expect(await refusedSize(limited, 1000)).toContain('--limit transactionBytes=N')
})

test('a transaction that creates the largest contract is never too large', async () => {
  const options = { mining: 'auto', gasLimit: 1_000_000_000 } as const
  const initCode = `${creating(1)}${'00'.repeat(199_000)}`
  await using larger = await testDevnet({ ...options, codeSizeLimit: 100_000 })
  expect(await deploys(larger, initCode)).toBe(true)
  await using unlimited = await testDevnet({ ...options, disableCodeSizeLimit: true })
  expect(await deploys(unlimited, initCode)).toBe(true)
})

test('code that creates a contract can be twice as long as one', async () => {
  await using devnet = await testDevnet({ mining: 'auto', codeSizeLimit: 30_000 })
  expect(await deploys(devnet, `${creating(1)}${'00'.repeat(59_000)}`)).toBe(true)
  await expect(deploys(devnet, `${creating(1)}${'00'.repeat(60_000)}`)).rejects.toThrow(
    'max initcode size exceeded: code size 60006, limit 60000',
  )
})

test('a call that uses more memory than memoryLimit ends as one without gas', async () => {
  await using devnet = await testDevnet({ memoryLimit: 4096 })
  // Stores a word at the end of the memory that the calldata asks for, and returns it.
  const call = (bytes: number) =>
    devnet.provider.request({
      method: 'eth_call',
      params: [{ data: `0x600161${(bytes - 32).toString(16).padStart(4, '0')}5260206000f3` }],
    })
  expect(await call(4096)).toBe(`0x${'00'.repeat(32)}`)
  await expect(call(4097)).rejects.toThrow('out of gas')
})

test('a block holds maxTransactions', async () => {
  await using devnet = await testDevnet({ maxTransactions: 2 })
  for (let nonce = 0; nonce < 3; nonce++) await sendTransfer(devnet, { nonce })
  expect((await devnet.flashblock()).transactions).toHaveLength(2)
  expect((await devnet.seal()).transactions).toHaveLength(2)
  expect((await devnet.seal()).transactions).toHaveLength(1)
})

test('in auto mode those that do not fit go into further blocks', async () => {
  await using devnet = await testDevnet({ maxTransactions: 1, mining: 'auto' })
  await sendTransfer(devnet, { nonce: 1 })
  await sendTransfer(devnet, { nonce: 0 })
  expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x2')
})

test('without a block gas limit a transaction can have any gas', async () => {
  await using devnet = await testDevnet({ disableBlockGasLimit: true, mining: 'auto' })
  await sendTransfer(devnet, { gas: 100_000_000_000n })
  const params = ['latest', false]
  const block = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
  expect(block).toMatchObject({ number: '0x1', gasLimit: '0x1fffffffffffff', gasUsed: '0x5208' })
})

test('what clients can have is said by name, as an option or as a flag has it', () => {
  const limits = { ...defaultLimits, logs: 5, bodyMs: 100 }
  expect(resolveOptions({ limits: { logs: 5, bodyMs: 100 } }).limits).toEqual(limits)
  expect(resolveOptions({ limits: ['logs=5', 'bodyMs=100'] }).limits).toEqual(limits)
})

test.each<[unknown, string]>([
  [{ log: 5 }, "invalid limits 'log': give one of bodyBytes, allBodyBytes, "],
  [['logs'], "invalid limits 'logs': give name=number"],
  [['logs=x'], "invalid limits 'logs=x': give name=number"],
  [{ logs: 0 }, 'invalid limits logs 0: give a whole number from 1 to 9007199254740991'],
  [
    { bodyMs: 2 ** 31 },
    'invalid limits bodyMs 2147483648: give a whole number from 1 to 2147483647',
  ],
  [7, 'invalid limits 7: give numbers by name'],
])('limits of %j are refused', (limits, message) => {
  expect(() => resolveOptions({ limits: limits as never })).toThrow(message)
})

test('a limit holds where it is asked for, and is named', async () => {
  await using devnet = await createDevnet({
    clock: 'manual',
    limits: { batchItems: 2, bodyBytes: 500, filters: 1, proofSlots: 1 },
  })
  const { url } = await devnet.listen({ port: 0 })
  const ask = async (body: unknown) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    return response.text()
  }
  const filter = { jsonrpc: '2.0', id: 1, method: 'eth_newBlockFilter', params: [] }
  expect(await ask([filter, filter, filter])).toContain('the limit is 2 (--limit batchItems=N)')
  expect(await ask([filter, filter])).toContain('the limit is 1 (--limit filters=N)')
  expect(await ask('x'.repeat(500))).toContain('the limit is 500 bytes (--limit bodyBytes=N)')
  const zero = `0x${'0'.repeat(40)}`
  const proof = { ...filter, method: 'eth_getProof', params: [zero, ['0x0', '0x1'], 'latest'] }
  expect(await ask(proof)).toContain('too many keys: the limit is 1 (--limit proofSlots=N)')
})
