import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { extensions } from '../../../src/app/extensions.ts'
import { createMethods } from '../../../src/rpc/methods/methods.ts'
import { runs } from '../../support/runs.ts'
import { type Client, client, type RpcFailure } from './client.ts'

const tags = ['latest', 'pending', 'safe', 'finalized', 'earliest']

/** Strings at the edges of what methods take. */
const text = fc.oneof(
  fc.constantFrom(
    ...tags,
    ...['', '0x', '0x0', '0x00', '0x1', '-0x1', '0X1', '0xg', '1', 'newHeads', 'logs'],
    ...['pendingLogs', 'newPendingTransactions', '__proto__', 'constructor', '\u0000', '𝟘x1'],
    `0x${'f'.repeat(16)}`,
    `0x${'f'.repeat(17)}`,
    `0x${'f'.repeat(40)}`,
    `0x${'0'.repeat(40)}`,
    `0x${'f'.repeat(64)}`,
    `0x${'f'.repeat(65)}`,
    `0x${'0'.repeat(64)}`,
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '0x02c0',
    '0xf8',
    '0x04f8',
    '0xc0',
  ),
  fc.string({ maxLength: 20 }),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
)

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e308),
  fc.integer(),
)

/** Names that some schema knows. */
const name = fc.constantFrom(
  ...['from', 'to', 'value', 'data', 'input', 'gas', 'gasPrice', 'maxFeePerGas', 'nonce', 'type'],
  ...['maxPriorityFeePerGas', 'maxFeePerBlobGas', 'accessList', 'authorizationList', 'chainId'],
  ...[
    'blobVersionedHashes',
    'fromBlock',
    'toBlock',
    'blockHash',
    'blockNumber',
    'flashblock',
    'address',
  ],
  ...['topics', 'requireCanonical', 'blockStateCalls', 'calls', 'stateOverrides'],
  ...['blockOverrides', 'number', 'time', 'gasLimit', 'baseFeePerGas', 'blobBaseFee'],
  ...['withdrawals', 'feeRecipient', 'prevRandao', 'balance', 'code', 'state', 'stateDiff'],
  ...['movePrecompileToAddress', 'includeTransactions', 'storageKeys', 'validation'],
  ...['traceTransfers', 'returnFullTransactions', '__proto__', 'toString'],
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x0000000000000000000000000000000000000001',
  `0x${'0'.repeat(64)}`,
)

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ),
}))

const params = fc.array(value, { maxLength: 4 })

const some = <Value>(model: { [Name in keyof Value]: fc.Arbitrary<Value[Name]> }) =>
  fc.record(model, { requiredKeys: [] })

const address = fc.constantFrom(
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000009',
  `0x${'f'.repeat(40)}`,
  `0x${'0'.repeat(40)}`,
)
const uint64 = fc.oneof(
  fc.constantFrom('0x0', '0x1', `0x${'f'.repeat(16)}`),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((gas) => `0x${gas.toString(16)}`),
)
const uint256 = fc.oneof(uint64, fc.constant(`0x${'f'.repeat(64)}`))
const word = fc.constantFrom(`0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`, `0x01${'0'.repeat(62)}`)
const bytes = fc
  .uint8Array({ maxLength: 60 })
  .map((array) => `0x${Buffer.from(array).toString('hex')}`)
const flashblock = fc.record({
  blockNumber: fc.constantFrom('pending', 'latest'),
  flashblock: fc.oneof(fc.nat(3), fc.constantFrom('0x0', `0x${'f'.repeat(16)}`)),
})
const block = fc.oneof(fc.constantFrom(...tags, '0x0', '0x1'), word, flashblock)

const call = some({
  type: fc.constantFrom('0x0', '0x1', '0x2', '0x3', '0x4', '0x5', '0xff'),
  from: address,
  to: address,
  gas: uint64,
  gasPrice: uint256,
  maxFeePerGas: uint256,
  maxPriorityFeePerGas: uint256,
  maxFeePerBlobGas: uint256,
  value: uint256,
  nonce: uint64,
  input: bytes,
  chainId: uint256,
  accessList: fc.array(some({ address, storageKeys: fc.array(word, { maxLength: 2 }) }), {
    maxLength: 2,
  }),
  authorizationList: fc.array(
    fc.record({
      chainId: uint256,
      address,
      nonce: uint64,
      yParity: uint64,
      r: uint256,
      s: uint256,
    }),
    { maxLength: 2 },
  ),
  blobVersionedHashes: fc.array(word, { maxLength: 2 }),
})

const stateOverrides = fc.dictionary(
  address,
  some({
    balance: uint256,
    nonce: uint64,
    code: bytes,
    state: fc.dictionary(word, word, { maxKeys: 2 }),
    stateDiff: fc.dictionary(word, word, { maxKeys: 2 }),
    movePrecompileToAddress: address,
  }),
  { maxKeys: 2 },
)

const blockOverrides = some({
  number: uint64,
  time: uint64,
  gasLimit: uint64,
  feeRecipient: address,
  prevRandao: word,
  baseFeePerGas: uint256,
  blobBaseFee: uint256,
  beaconRoot: word,
  withdrawals: fc.array(
    fc.record({ index: uint64, validatorIndex: uint64, address, amount: uint64 }),
    { maxLength: 2 },
  ),
})

const filter = some({
  fromBlock: block,
  toBlock: block,
  blockHash: word,
  address: fc.oneof(address, fc.array(address, { maxLength: 2 })),
  topics: fc.array(fc.oneof(word, fc.constant(null), fc.array(word, { maxLength: 2 })), {
    maxLength: 5,
  }),
})

const simulation = some({
  blockStateCalls: fc.array(
    some({ blockOverrides, stateOverrides, calls: fc.array(call, { maxLength: 2 }) }),
    { maxLength: 3 },
  ),
  traceTransfers: fc.boolean(),
  validation: fc.boolean(),
  returnFullTransactions: fc.boolean(),
})

/** Parameters of the right shape: what is inside need not make sense. */
const plausible = {
  eth_call: fc.tuple(call, block, stateOverrides, blockOverrides),
  eth_estimateGas: fc.tuple(call, block, stateOverrides, blockOverrides),
  eth_fillTransaction: fc.tuple(call),
  eth_simulateV1: fc.tuple(simulation, block),
  eth_sendTransaction: fc.tuple(call),
  eth_sendRawTransaction: fc.tuple(bytes),
  eth_getLogs: fc.tuple(filter),
  eth_newFilter: fc.tuple(filter),
  eth_feeHistory: fc.tuple(uint64, block, fc.array(fc.double({ noNaN: true }), { maxLength: 3 })),
  eth_getProof: fc.tuple(address, fc.array(word, { maxLength: 2 }), block),
  eth_getStorageAt: fc.tuple(address, uint256, block),
}

/** Would mine for minutes, as asked to. */
const slow: ReadonlySet<string> = new Set(['evm_mine'])

const methods = createMethods({ chainName: 'base' }, extensions).filter(
  ({ name }) => !slow.has(name),
)

let devnet: Client
beforeAll(async () => {
  devnet = await client()
})
afterAll(() => devnet[Symbol.asyncDispose]())

async function survives(method: string, args: readonly unknown[]): Promise<void> {
  const failure = await devnet.ask(method, ...args).then(
    () => undefined,
    (error: RpcFailure) => error,
  )
  if (failure === undefined) return
  expect(failure.code).not.toBe(-32603)
  expect(failure.message.length).toBeLessThan(1000)
  expect(failure.message).not.toMatch(/valibot|received|undefined|\[object/)
}

it.each(methods.map(({ name }) => name))('%s answers or refuses whatever it is sent', (method) =>
  fc.assert(
    fc.asyncProperty(params, (args) => survives(method, args)),
    runs({ seed: 7, numRuns: 40 }),
  ),
)

it.each(Object.entries<fc.Arbitrary<unknown[]>>(plausible))(
  '%s answers or refuses whatever makes no sense',
  (method, args) =>
    fc.assert(
      fc.asyncProperty(args, (given) => survives(method, given)),
      runs({ seed: 8, numRuns: 120 }),
    ),
)

it('can still seal blocks after all that', async () => {
  const before = BigInt(await devnet.ask('eth_blockNumber'))
  await devnet.seal()
  expect(BigInt(await devnet.ask('eth_blockNumber'))).toBe(before + 1n)
})
