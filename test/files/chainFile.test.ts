import { readFileSync } from 'node:fs'
import { RLP } from '@ethereumjs/rlp'
import { beforeAll, describe, expect, test } from 'vitest'
import { protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { decodeBlock, splitBlocks } from '../../src/files/chainFile.ts'
import { InvalidChainFile } from '../../src/files/fileErrors.ts'
import { parseGenesis } from '../../src/files/genesis/genesisFile.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import {
  noOfficialSuite,
  officialFile,
  officialHeadHash,
  officialJson,
} from '../support/officialSuite.ts'
import { titled } from '../support/skips.ts'
import { type RefereeChain, refereeChain } from './refereeChain.ts'

let chain: RefereeChain

beforeAll(async () => {
  chain = await refereeChain()
})

const protocolOfGenesis = (genesis: object) =>
  protocolOf(parseGenesis(genesis).rules, { transactionGasCap: true })

const decodeAll = (file: Uint8Array, genesis: object) => {
  const protocol = protocolOfGenesis(genesis)
  return splitBlocks(file).map((encoded) => decodeBlock(encoded, protocol))
}

test('the blocks of a chain through all forks come out as they went in', () => {
  const decoded = decodeAll(chain.file, chain.genesis)
  expect(decoded.map((block) => bytesToHex(block.hash()))).toEqual(
    chain.blocks.slice(1).map((block) => bytesToHex(block.hash())),
  )
  expect(decoded.map((block) => block.common.hardfork())).toEqual([
    ...['homestead', 'tangerineWhistle', 'spuriousDragon', 'spuriousDragon', 'byzantium'],
    ...['petersburg', 'muirGlacier', 'berlin', 'berlin', 'london', 'grayGlacier', 'grayGlacier'],
    ...['paris', 'shanghai', 'shanghai', 'cancun', 'cancun', 'prague', 'prague', 'osaka', 'osaka'],
    ...['bpo1', 'bpo2', 'bpo2'],
  ])
  expect(new Set(decoded.flatMap((block) => block.transactions.map(({ type }) => type)))).toEqual(
    new Set([0, 1, 2, 3, 4]),
  )
  expect(decoded.map((block) => Buffer.from(block.serialize()).toString('hex')).join('')).toBe(
    Buffer.from(chain.file).toString('hex'),
  )
})

test('all blocks of a fork share their rules', () => {
  const [, , , , , , , eighth, ninth] = decodeAll(chain.file, chain.genesis)
  expect(eighth?.common).toBe(ninth?.common)
  expect(eighth?.transactions[0]?.common).toBe(ninth?.common)
})

test('an uncle is read under the rules of its own number', () => {
  const [london, berlin] = [chain.blocks[10], chain.blocks[9]]
  const items = RLP.decode(london?.serialize() as Uint8Array) as [Uint8Array[], Uint8Array[], []]
  const uncle = berlin?.header.raw() as Uint8Array[]
  const bytes = RLP.encode([items[0], items[1], [uncle]])
  const block = decodeBlock({ offset: 0, bytes }, protocolOfGenesis(chain.genesis))
  expect(block.uncleHeaders[0]?.hash()).toEqual(berlin?.hash())
})

test('a file without blocks has none', () => {
  expect(splitBlocks(new Uint8Array())).toEqual([])
})

describe('what is no chain file is refused with the place', () => {
  const offsetOf = (index: number) => splitBlocks(chain.file)[index]?.offset as number
  const refusal = (file: Uint8Array) => {
    try {
      decodeAll(file, chain.genesis)
    } catch (error) {
      if (error instanceof InvalidChainFile) return { offset: error.offset, message: error.message }
      throw error
    }
    throw new Error('it was taken')
  }

  test('a truncated file', () => {
    const cut = chain.file.length - 5
    expect(refusal(chain.file.subarray(0, cut))).toEqual({
      offset: offsetOf(23),
      message: `chain is not a chain file: it ends after ${cut} bytes, but the block at offset ${offsetOf(23)}, after 23 others, ends after ${chain.file.length}`,
    })
    expect(
      refusal(Uint8Array.of(...chain.file.subarray(0, offsetOf(1)), 0xf9, 0x12)),
    ).toMatchObject({
      offset: offsetOf(1),
    })
  })

  test('a file of another kind', () => {
    expect(refusal(new TextEncoder().encode('{"config":{}}'))).toEqual({
      offset: 0,
      message:
        'chain is not a chain file: byte 0x7b at offset 0, after 0 blocks, does not begin an RLP list',
    })
  })

  test.each([
    ['an empty list', [0xc0]],
    ['a list of numbers', [0xc3, 1, 2, 3]],
    ['a header of too few fields', [0xc4, 0xc1, 1, 0xc0, 0xc0]],
  ])('%s between blocks', (_, bytes) => {
    const [before, after] = [chain.file.subarray(0, offsetOf(1)), chain.file.subarray(offsetOf(1))]
    expect(refusal(Uint8Array.of(...before, ...bytes, ...after))).toEqual({
      offset: offsetOf(1),
      message: `chain is not a chain file: the RLP list at offset ${offsetOf(1)} is not a block`,
    })
  })

  test('a list whose items do not fill it', () => {
    expect(refusal(Uint8Array.of(0xc2, 0x82, 1))).toMatchObject({
      offset: 0,
      message: expect.stringContaining('the block at offset 0 is broken RLP: '),
    })
  })
})

describe('a block that its rules do not know is refused with its number', () => {
  const items = (number: number) =>
    RLP.decode(chain.blocks[number]?.serialize() as Uint8Array) as [
      header: Uint8Array[],
      transactions: (Uint8Array | Uint8Array[])[],
      uncles: Uint8Array[][],
      withdrawals: Uint8Array[][],
    ]
  const decode = (parts: ReturnType<typeof items> | unknown[]) => () =>
    decodeBlock(
      { offset: 0, bytes: RLP.encode(parts as Uint8Array[]) },
      protocolOfGenesis(chain.genesis),
    )

  test('a header without a field that the fork has', () => {
    const [header, ...rest] = items(12)
    expect(decode([header.slice(0, 15), ...rest])).toThrow(
      'block 12 is invalid: header: it has 15 fields, but must have 16 under the rules of grayGlacier',
    )
  })

  test('a header with a field that the fork does not have', () => {
    const [header, ...rest] = items(9)
    expect(decode([[...header, Uint8Array.of(7)], ...rest])).toThrow(
      'block 9 is invalid: header: A base fee for a block can only be set with EIP1559',
    )
  })

  test('more gas used than there is', () => {
    const [header, ...rest] = items(9)
    expect(
      decode([
        [...header.slice(0, 10), Uint8Array.of(255, 255, 255, 255), ...header.slice(11)],
        ...rest,
      ]),
    ).toThrow(
      /^block 9 is invalid: header: Invalid block: too much gas used. Used: 4294967295, gas limit: \d+$/,
    )
  })

  test('withdrawals before their fork, and none after it', () => {
    expect(decode([...items(13), []])).toThrow(
      'block 13 is invalid: withdrawals: there are some under the rules of paris',
    )
    expect(decode(items(14).slice(0, 3))).toThrow(
      'block 14 is invalid: withdrawals: there are none under the rules of shanghai',
    )
  })

  test('a transaction before its fork', () => {
    const [header, transactions, ...rest] = items(15)
    const blob = items(16)[1].find((item) => item instanceof Uint8Array && item[0] === 3)
    expect(decode([header, [...transactions, blob], ...rest])).toThrow(
      `block 15 is invalid: transaction ${transactions.length}: EIP-4844 not enabled on Common`,
    )
  })

  test('a transaction that is none', () => {
    const [header, transactions, ...rest] = items(15)
    expect(decode([header, [...transactions, Uint8Array.of(9)], ...rest])).toThrow(
      `block 15 is invalid: transaction ${transactions.length}: `,
    )
  })

  test('three uncles', () => {
    const [header, transactions, uncles] = items(4)
    expect(decode([header, transactions, [...uncles, ...uncles, ...uncles]])).toThrow(
      'block 4 is invalid: uncles: too many uncle headers',
    )
  })
})

test.skipIf(noOfficialSuite)(
  titled("the official suite's chain ends with its head", noOfficialSuite),
  () => {
    const decoded = decodeAll(readFileSync(officialFile('chain.rlp')), officialJson('genesis.json'))
    expect(decoded).toHaveLength(54)
    expect(bytesToHex(decoded[53]?.hash() as Uint8Array)).toBe(officialHeadHash())
  },
)
