import { expect, test } from 'vitest'
import { runStateTest } from '../../../scripts/vectors/stateTest.ts'
import type { StateTest } from '../../../scripts/vectors/vectorFile.ts'
import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, type Hex } from '../../../src/lib/hex.ts'
import { commonAt, sign, signer } from '../../txpool/signing.ts'

const alice = signer(1)
const recipient: Hex = `0x${'aa'.repeat(20)}`
const coinbase: Hex = `0x${'cc'.repeat(20)}`
const ether = 10n ** 18n
const pre = {
  [alice.address.toString()]: {
    balance: `0x${ether.toString(16)}`,
    nonce: '0x0',
    code: '0x',
    storage: {},
  },
}
const env: StateTest['env'] = {
  currentCoinbase: coinbase,
  currentGasLimit: '0x1c9c380',
  currentNumber: '0x1',
  currentTimestamp: '0x3e8',
  currentRandom: `0x${'00'.repeat(32)}`,
  currentBaseFee: '0x7',
  currentExcessBlobGas: '0x0',
}

/** A wei goes from Alice to somebody, at 10 wei per gas, of which 3 go to the fee recipient. */
const rootAfter = bytesToHex(
  buildState([
    { address: alice.address.toString() as Hex, balance: ether - 1n - 210_000n, nonce: 1n },
    { address: recipient, balance: 1n },
    { address: coinbase, balance: 63_000n },
  ]).root(),
)
const rootBefore = bytesToHex(
  buildState([{ address: alice.address.toString() as Hex, balance: ether }]).root(),
)

async function outcomeOf(fields: object, nonce = 0n) {
  const { raw } = sign(alice, { nonce, to: recipient }, { common: commonAt('prague') })
  const expected = { txbytes: bytesToHex(raw), hash: rootAfter, ...fields }
  const config = { chainid: '0x7a69' }
  const outcomes = await runStateTest('one', {
    env,
    pre,
    config,
    post: { Prague: [expected] },
  } as StateTest)
  return outcomes.map(({ kind, reason }) => [kind, reason ?? ''])
}

test('a transaction passes when the state after it has the root of the test', async () => {
  expect(await outcomeOf({})).toEqual([['passed', '']])
  expect(await outcomeOf({ hash: rootBefore })).toEqual([
    ['failed', `the state root is ${rootAfter}, and must be ${rootBefore}`],
  ])
})

test('one that must be refused changes nothing', async () => {
  const refused = {
    hash: rootBefore,
    expectException: 'TransactionException.NONCE_MISMATCH_TOO_HIGH',
  }
  expect(await outcomeOf(refused, 7n)).toEqual([['passed', '']])
  expect(await outcomeOf({}, 7n)).toEqual([['failed', expect.stringMatching(/^refused: .*nonce/)]])
  expect(await outcomeOf(refused)).toEqual([
    ['failed', `it is taken, and must be refused: ${refused.expectException}`],
  ])
})

test('one without its encoding is left out', async () => {
  expect(await outcomeOf({ txbytes: undefined })).toEqual([['leftOut', 'no encoded transaction']])
})
