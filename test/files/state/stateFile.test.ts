import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createClock } from '../../../src/clock/clock.ts'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol, protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'
import { InvalidStateFile } from '../../../src/files/fileErrors.ts'
import { bytesSource } from '../../../src/files/fileSource.ts'
import { readStateFile, type StateFile } from '../../../src/files/state/stateFile.ts'
import { bytesToHex, hexToBytes, numberToBytes, quantity } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import type { StateTree } from '../../../src/types/state.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { anvilFile, changed } from '../anvil/anvilFiles.ts'

beforeAll(initCrypto)

function read(
  bytes: Uint8Array,
  base: StateTree = emptyState(),
  beneath?: StateTree,
): Promise<StateFile> {
  return readStateFile(bytesSource(bytes, 'my.json'), {
    base,
    beneath,
    protocol: createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false }),
    protocolOf: (rules) => protocolOf(rules, { transactionGasCap: false }),
    clock: createClock({ mode: 'manual' }),
  })
}

const text = (value: object) => Buffer.from(JSON.stringify(value))

/** What users see of blocks. */
const shown = ({ blocks }: StateFile) =>
  blocks.map(({ number, hash, header, receipts }) => ({
    number,
    hash,
    root: bytesToHex(header.stateRoot),
    receipts: receipts.map(({ transaction, status, gasUsed, logs, failure }) => [
      transaction.hash.slice(0, 10),
      transaction.sender.toString(),
      status,
      gasUsed,
      logs.length,
      failure,
    ]),
  }))

const token = hexToBytes('0xe7f1725e7734ce288f8367e1bb143e90bb3f0512')
const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const head = '0xaaa6e4de3a167a7774731b9f04db2c85627add54c162612ab033d9037b5a4ece'

describe('a file of Anvil 1.7.1', () => {
  test('gives the whole chain, with hashes, senders, receipts and logs', async () => {
    const file = await read(anvilFile('historical'))
    expect(file.blocks.map(({ number }) => number)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])
    expect(file.blocks.at(-1)?.hash).toBe(head)
    expect(shown(file).slice(1, 5)).toMatchObject([
      { receipts: [['0x43503c2a', first, 1, 21_000n, 0, undefined]] },
      { receipts: [['0x1b14f2e9', first, 1, 529_077n, 1, undefined]] },
      { receipts: [['0xfa71d9b6', first, 1, 51_318n, 1, undefined]] },
      { receipts: [['0x10323c0d', `0x${'dead'.padStart(40, '0')}`, 1, 21_000n, 0, undefined]] },
    ])
    const links = file.blocks.slice(1).map(({ header }) => bytesToHex(header.parentHash))
    expect(links).toEqual(file.blocks.slice(0, -1).map(({ hash }) => hash))
  })

  test('gives the states that it kept, each with the root that its block says', async () => {
    const { blocks, state } = await read(anvilFile('historical'))
    const roots = blocks.map(({ header, state: after }) => [after.root(), header.stateRoot])
    // Genesis says that it is empty, and the state of block 3 was edited when that was the head.
    for (const number of [1, 2, 4, 5, 6, 7]) expect(roots[number]?.[0]).toEqual(roots[number]?.[1])
    expect(blocks.at(-1)?.state).toBe(state)
    expect(blocks[1]?.state.code(token)).toHaveLength(0)
    expect(blocks[2]?.state.code(token).length).toBeGreaterThan(1000)
    const balanceOf = (block: SealedBlock | undefined) =>
      block?.state.storage(token, numberToBytes(2, 32))
    expect(balanceOf(blocks[2])).toEqual(numberToBytes(1_000_000, 32))
  })

  test('is the same compressed', async () => {
    const bytes = anvilFile('historical')
    expect(shown(await read(gzipSync(bytes)))).toEqual(shown(await read(bytes)))
  })

  test('without kept states has them for its head only', async () => {
    const { blocks, state } = await read(
      changed('historical', (file) => ({ ...file, historical_states: null })),
    )
    expect(blocks.at(-1)?.state.root()).toEqual(state.root())
    expect(() => blocks[3]?.state.account(token)).toThrow(
      'historical state of block 3 is not available',
    )
  })

  test('tells of impersonation, of a revert, and of the hashes that were answered', async () => {
    const file = await read(anvilFile('impersonated'))
    const beef = `0x${'beef'.padStart(40, '0')}`
    expect(shown(file).slice(1)).toMatchObject([
      { receipts: [['0xe6720ebf', beef, 1, 24_000n, 0, undefined]] },
      { receipts: [['0xccdc6ee3', beef, 1, 25_360n, 0, undefined]] },
      { receipts: [['0xb8472e54', first, 0, 53_064n, 0, 'revert']] },
    ])
  })

  test('keeps states of edited blocks in two lists in later versions', async () => {
    const file = await read(
      changed('historical', (file) => ({
        ...file,
        historical_states: { states: file.historical_states, post_block_states: [] },
      })),
    )
    expect(file.blocks[2]?.state.root()).toEqual(file.blocks[2]?.header.stateRoot)
  })
})

describe('a file of an older version', () => {
  test('1.0 to 1.2: the environment in hex, with a coinbase, and names of types and headers', async () => {
    const old = changed('historical', ({ block, accounts, blocks, best_block_number: best }) => ({
      block: {
        ...block,
        beneficiary: undefined,
        coinbase: block.beneficiary,
        gas_limit: quantity(block.gas_limit),
        basefee: quantity(block.basefee),
      },
      accounts,
      best_block_number: quantity(best),
      blocks: blocks.map(({ header, transactions }: never) => ({
        header: oldHeader(header),
        transactions: (transactions as { transaction: { type: string } }[])
          .filter(({ transaction }) => transaction.type === '0x2')
          .map(({ transaction }) => ({ EIP1559: { ...transaction, v: undefined } })),
        ommers: [],
      })),
    }))
    const file = await read(old)
    expect(file.blocks.map(({ number }) => number)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])
    // Headers have what they had, and none of the fields that came later.
    const { header } = file.blocks.at(-1) as SealedBlock
    expect(header).toMatchObject({ blobGasUsed: 0n, withdrawalsRoot: undefined })
    expect(header.requestsHash).toBeUndefined()
    // There are no receipts: the header says what there is to say.
    expect(shown(file)[2]?.receipts).toEqual([['0x1b14f2e9', first, 1, 529_077n, 0, undefined]])
    // Nor does it say who was impersonated.
    expect(file.blocks[4]?.transactions[0]?.sender.toString()).toBe(`0x${'00'.repeat(20)}`)
  })

  test('1.2 to 1.3: the type around the transaction, and the sender beside it', async () => {
    const old = changed('historical', (file) => ({
      ...file,
      block: { ...file.block, number: 7, timestamp: 1_700_000_012 },
      blocks: file.blocks.map((block: { transactions: { transaction: { type: string } }[] }) => ({
        ...block,
        transactions: block.transactions.map(({ transaction, ...rest }) => ({
          transaction: { [transaction.type === '0x2' ? 'EIP1559' : 'Legacy']: transaction },
          ...rest,
        })),
      })),
    }))
    expect(shown(await read(old))).toEqual(shown(await read(anvilFile('historical'))))
  })

  test('a header that was edited: those above it stay as they are', async () => {
    const file = await read(
      changed('historical', ({ blocks, ...rest }) => ({
        ...rest,
        blocks: blocks.map((block: { header: { number: string } }) =>
          block.header.number === '0x3'
            ? { ...block, header: { ...block.header, requestsHash: `0x${'00'.repeat(32)}` } }
            : block,
        ),
      })),
    )
    expect(file.blocks.map(({ number }) => number)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])
    expect(file.blocks.at(-1)?.hash).toBe(head)
    const { hash } = file.blocks[3] as SealedBlock
    expect(bytesToHex(file.blocks[4]?.header.parentHash ?? new Uint8Array())).not.toBe(hash)
  })

  test('without blocks: a block of its own stands for the head', async () => {
    const { blocks, state } = await read(
      changed('historical', ({ block, accounts }) => ({ block, accounts })),
    )
    expect(blocks).toHaveLength(1)
    const [checkpoint] = blocks
    expect(checkpoint).toMatchObject({ number: 7n, transactions: [], state })
    expect(checkpoint?.header).toMatchObject({
      timestamp: 1_700_000_012n,
      gasLimit: 30_000_000n,
      baseFeePerGas: 451_547_994n,
      stateRoot: state.root(),
    })
  })

  test('a limit of gas beyond all numbers of JavaScript', async () => {
    const environment = '"number":"0x5","timestamp":"0x6","gas_limit":18446744073709551615'
    const { blocks } = await read(Buffer.from(`{"block":{${environment}},"accounts":{}}`))
    expect(blocks[0]?.header.gasLimit).toBe(2n ** 64n - 1n)
  })

  test.each([
    ['with a block that is null', (accounts: object) => ({ block: null, accounts })],
    ['before there was a block', (accounts: object) => ({ accounts })],
    ['accounts alone, as vm.dumpState of Foundry', (accounts: object) => accounts],
    ['a genesis', (alloc: object) => ({ config: { chainId: 1 }, alloc, gasLimit: '0x1' })],
  ])('%s', async (_, form) => {
    const { blocks, state } = await read(changed('historical', ({ accounts }) => form(accounts)))
    expect(blocks).toEqual([])
    expect(state.root()).toEqual((await read(anvilFile('historical'))).state.root())
  })
})

describe('accounts go over those that are there', () => {
  const address = `0x${'11'.repeat(20)}`
  const bytes = hexToBytes(address)

  test('what the file says wins, what it does not say stays, nonces never go down', async () => {
    const state = emptyState().fork()
    state.writeAccount(bytes, { nonce: 5n, balance: 6n })
    state.writeCode(bytes, Uint8Array.of(1))
    state.writeStorage(bytes, numberToBytes(1, 32), Uint8Array.of(1))
    state.writeStorage(bytes, numberToBytes(2, 32), Uint8Array.of(2))
    state.writeAccount(new Uint8Array(20), { balance: 1n })
    const account = {
      nonce: 3,
      balance: '0x7',
      code: '0x',
      storage: { '0x2': '0x0', '0x03': '0x9' },
    }
    const { state: merged } = await read(text({ accounts: { [address]: account } }), state.tree())
    expect(merged.account(bytes)).toMatchObject({ nonce: 5n, balance: 7n })
    expect(merged.code(bytes)).toHaveLength(0)
    const slots = [1, 2, 3].map((slot) => merged.storage(bytes, numberToBytes(slot, 32)).at(-1))
    expect(slots).toEqual([1, 0, 9])
    expect(merged.account(new Uint8Array(20))?.balance).toBe(1n)
  })

  test('accounts beneath are for where there are none', async () => {
    const state = emptyState().fork()
    state.writeAccount(bytes, { nonce: 5n, balance: 6n })
    state.writeStorage(bytes, numberToBytes(1, 32), Uint8Array.of(1))
    const other = numberToBytes(2, 20)
    state.writeAccount(other, { balance: 8n })
    state.writeCode(other, Uint8Array.of(1))
    state.writeStorage(other, numberToBytes(1, 32), Uint8Array.of(1))
    const file = text({ block: { number: 1 }, accounts: { [address]: { balance: '0x7' } } })
    const { state: merged, blocks } = await read(file, emptyState(), state.tree())
    expect(merged.account(bytes)).toMatchObject({ nonce: 0n, balance: 7n })
    expect(merged.storage(bytes, numberToBytes(1, 32)).at(-1)).toBe(0)
    expect(merged.account(other)?.balance).toBe(8n)
    expect(merged.code(other)).toEqual(Uint8Array.of(1))
    expect(merged.storage(other, numberToBytes(1, 32)).at(-1)).toBe(1)
    expect(blocks[0]?.header.stateRoot).toEqual(merged.root())
  })
})

describe('what is wrong', () => {
  const address = `0x${'11'.repeat(20)}`

  test.each([
    ['', 'it ends in the middle'],
    ['hello', 'is not JSON at "hello": give a value'],
    ['[]', 'has the wrong type: give an object'],
    ['true', 'is true: give an object'],
    ['{}', 'it has no accounts, so it is not a state file'],
    [`"${'x'.repeat(500)}"`, `is "${'x'.repeat(199)}… (502 characters): give an object`],
    ['{"abi":[],"bytecode":"0x"}', 'it has no accounts, so it is not a state file'],
    ['{"accounts":{"0x12":{}}}', 'accounts.0x12 is not an address: give 20 bytes in hex'],
    [`{"accounts":{"${address}":5}}`, `accounts.${address} is 5: give an object`],
    [`{"accounts":{"${address}":{"nonce":-1}}}`, `${address}.nonce is -1: give a whole number`],
    [`{"accounts":{"${address}":{"balance":"1 ether"}}}`, '.balance is "1 ether": give a whole'],
    [`{"accounts":{"${address}":{"code":"0x1"}}}`, '.code is "0x1": give bytes'],
    [`{"accounts":{"${address}":{"storage":{"slot":"0x1"}}}}`, '.storage.slot is "slot": give at'],
    ['{"accounts":{},"blocks":[{}]}', 'blocks.0.header is missing: give an object'],
    ['{"accounts":{},"blocks":[{"header":{"number":1}}]}', 'header.timestamp is missing: give'],
    ['{"preconf":{},"accounts":{}}', 'preconf comes before the accounts'],
    ['{"accounts":{},"preconf":{"version":9}}', 'preconf.version is 9: this preconf reads'],
    ['{"accounts":{},"preconf":{"version":1}}', 'preconf has no rules or no blocks'],
  ])('%s', async (content, message) => {
    await expect(read(Buffer.from(content))).rejects.toThrow(InvalidStateFile)
    await expect(read(Buffer.from(content))).rejects.toThrow(message)
    await expect(read(Buffer.from(content))).rejects.toThrow(/^my\.json, line 1, byte \d+: /)
  })

  test('every beginning of a file is torn', async () => {
    const bytes = anvilFile('impersonated')
    for (let length = 0; length < bytes.length - 1; length += 97) {
      await expect(read(bytes.subarray(0, length))).rejects.toThrow(/it ends in the middle|no JSON/)
    }
  })
})

/** As Anvil wrote headers before Prague, and before it took the names of RPC. */
function oldHeader({
  sha3Uncles,
  miner,
  withdrawalsRoot: _,
  parentBeaconBlockRoot: __,
  requestsHash: ___,
  ...header
}: Record<string, unknown>): object {
  return { ...header, ommersHash: sha3Uncles, beneficiary: miner }
}
