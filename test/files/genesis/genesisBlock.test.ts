import { createBlockchain } from '@ethereumjs/blockchain'
import {
  createCommonFromGethGenesis,
  type GethGenesis,
  parseGethGenesisState,
} from '@ethereumjs/common'
import { beforeAll, expect, test } from 'vitest'
import { customCrypto, initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { protocolOf } from '../../../src/ethereumjs/protocol/protocol.ts'
import { parseGenesis } from '../../../src/files/genesis/genesisFile.ts'
import { genesisBlock } from '../../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'

beforeAll(initCrypto)

const zeros = {
  homesteadBlock: 0,
  eip150Block: 0,
  eip155Block: 0,
  eip158Block: 0,
  byzantiumBlock: 0,
  constantinopleBlock: 0,
  petersburgBlock: 0,
  istanbulBlock: 0,
}
const toLondon = { ...zeros, berlinBlock: 0, londonBlock: 0 }
const merged = { ...toLondon, mergeNetsplitBlock: 0, terminalTotalDifficulty: 0 }

const file = {
  nonce: '0x0000000000000042',
  timestamp: '0x64',
  extraData: '0x0102',
  gasLimit: '0x1c9c380',
  difficulty: '0x20000',
  mixHash: `0x${'0a'.repeat(32)}`,
  coinbase: `0x${'0b'.repeat(20)}`,
  alloc: {
    ['aa'.repeat(20)]: { balance: '0x0' },
    ['bb'.repeat(20)]: {
      balance: '0x5',
      code: '0x6001',
      storage: { [`0x${'01'.repeat(32)}`]: '0x02' },
    },
  },
}

function genesisOf(genesis: object) {
  const parsed = parseGenesis(genesis)
  return genesisBlock(parsed, protocolOf(parsed.rules, { transactionGasCap: true }))
}

test.each([
  ['Frontier', {}, {}],
  ['Istanbul', zeros, {}],
  ['London', toLondon, { baseFeePerGas: '0x3b9aca00' }],
  ['the merge', merged, { baseFeePerGas: '0x7', difficulty: '0x0' }],
  ['Shanghai', { ...merged, shanghaiTime: 0 }, { baseFeePerGas: '0x7' }],
  ['Cancun', { ...merged, shanghaiTime: 0, cancunTime: 0 }, { baseFeePerGas: '0x7' }],
  [
    'Prague',
    { ...merged, shanghaiTime: 0, cancunTime: 0, pragueTime: 0 },
    { baseFeePerGas: '0x7' },
  ],
])('at %s it is the block that EthereumJS makes of the file', async (_, forks, fields) => {
  const genesis = { ...file, ...fields, config: { chainId: 77, ...forks } }
  const common = createCommonFromGethGenesis(genesis as unknown as GethGenesis, {
    chain: 'referee',
    customCrypto,
  })
  common.setHardforkBy({ blockNumber: 0n, timestamp: 100n })
  const genesisState = parseGethGenesisState(genesis as unknown as GethGenesis)
  const referee = await createBlockchain({ common, genesisState })
  const block = genesisOf(genesis)
  expect(block.hash).toBe(bytesToHex(referee.genesisBlock.hash()))
  expect(block.size).toBe(referee.genesisBlock.serialize().length)
  expect(block.state.storage(hexToBytes('bb'.repeat(20)), new Uint8Array(32).fill(1))[31]).toBe(2)
})

test('fields of later forks are left out, those that lack are filled in', () => {
  const later = { baseFeePerGas: '0x7', excessBlobGas: '0x8', blobGasUsed: '0x9' }
  const frontier = genesisOf({ ...file, ...later, config: { chainId: 77 } }).header
  expect([frontier.baseFeePerGas, frontier.excessBlobGas, frontier.blobGasUsed]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const cancun = { chainId: 77, ...merged, shanghaiTime: 0, cancunTime: 0 }
  expect(genesisOf({ ...file, config: cancun }).header).toMatchObject({
    baseFeePerGas: 1_000_000_000n,
    excessBlobGas: 0n,
    blobGasUsed: 0n,
  })
  expect(genesisOf({ ...file, ...later, config: cancun }).header).toMatchObject({
    baseFeePerGas: 7n,
    excessBlobGas: 8n,
    blobGasUsed: 9n,
  })
})
