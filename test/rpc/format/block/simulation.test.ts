import { Address } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import type { SimulatedBlock } from '../../../../src/execution/simulate/simulate.ts'
import type { SimulatedCall } from '../../../../src/execution/simulate/simulateCall.ts'
import { simulatedTransaction } from '../../../../src/execution/simulate/simulatedTransaction.ts'
import { bytesToHex } from '../../../../src/lib/hex.ts'
import { simulationTexts } from '../../../../src/rpc/format/simulation.ts'
import { headerOf, sampleLog } from '../views.ts'

const message = {
  from: new Uint8Array(20).fill(1),
  to: new Uint8Array(20).fill(2),
  nonce: 3n,
  gas: 21_000n,
  value: 4n,
  data: Uint8Array.of(5),
  gasPrice: 6n,
  maxFeePerGas: 6n,
  maxPriorityFeePerGas: 6n,
  maxFeePerBlobGas: 7n,
  accessList: [[new Uint8Array(20).fill(8), [new Uint8Array(32).fill(9)]]] as const,
  blobVersionedHashes: undefined,
  authorizationList: undefined,
}

function simulatedBlock(
  calls: readonly SimulatedCall[],
  fields: Partial<SimulatedBlock> = {},
  transactionFields: Partial<Parameters<typeof simulatedTransaction>[0]> = {},
): SimulatedBlock {
  const header = headerOf()
  return {
    hash: bytesToHex(header.hash()),
    header,
    transactions: calls.map(() =>
      simulatedTransaction(
        { ...message, ...transactionFields },
        { chainId: 31337n, isLegacy: false },
      ),
    ),
    calls,
    withdrawals: [],
    size: 700,
    isFilling: false,
    state: {} as SimulatedBlock['state'],
    ...fields,
  }
}

const success: SimulatedCall = {
  status: 1,
  gasUsed: 21_000n,
  maxUsedGas: 22_000n,
  returnData: Uint8Array.of(1, 2),
  logs: [{ log: sampleLog, logIndex: 6 }],
}

const reverted: SimulatedCall = {
  status: 0,
  gasUsed: 21_000n,
  maxUsedGas: 21_000n,
  returnData: new Uint8Array(),
  logs: [],
  failure: {
    code: 3,
    message: 'execution reverted: no',
    reason: 'no',
    data: Uint8Array.of(0xaa),
  },
}

const halted: SimulatedCall = {
  ...reverted,
  failure: { code: -32015, message: 'out of gas' },
}

/** The answer as a client reads it. */
function shownOf(...given: Parameters<typeof simulationTexts>) {
  return JSON.parse([...simulationTexts(...given)].join('')) as {
    stateRoot: string
    calls: object[]
    transactions: unknown[]
  }[]
}

describe('simulationTexts', () => {
  it('shows calls as the service does', () => {
    const block = simulatedBlock([success, reverted, halted])
    const [shown] = shownOf([block], { format: 'service', full: false })
    const place = { blockHash: block.hash, blockNumber: '0x7', blockTimestamp: '0x3e8' }
    expect(shown).toMatchObject({
      hash: block.hash,
      size: '0x2bc',
      stateRoot: `0x${'0'.repeat(64)}`,
      uncles: [],
      withdrawals: [],
      transactions: block.transactions.map(({ hash }) => hash),
    })
    expect(shown?.calls).toEqual([
      {
        status: '0x1',
        gasUsed: '0x5208',
        returnData: '0x0102',
        logs: [
          {
            ...place,
            address: `0x${'11'.repeat(20)}`,
            topics: [`0x${'22'.repeat(32)}`],
            data: '0x33',
            transactionHash: block.transactions[0]?.hash,
            transactionIndex: '0x0',
            logIndex: '0x6',
            removed: false,
          },
        ],
      },
      {
        status: '0x0',
        gasUsed: '0x5208',
        returnData: '0xaa',
        logs: [],
        error: 'execution reverted: no',
        errorDetails: { code: 3, message: 'execution reverted: no', data: '0xaa' },
      },
      {
        status: '0x0',
        gasUsed: '0x5208',
        returnData: '0x',
        logs: [],
        error: 'out of gas',
        errorDetails: { code: -32015, message: 'out of gas' },
      },
    ])
  })

  it('shows calls as the specification does', () => {
    const block = simulatedBlock([success, reverted, halted])
    const [shown] = shownOf([block], { format: 'execution-apis', full: false })
    expect(shown?.stateRoot).toBe(bytesToHex(block.header.stateRoot))
    expect(shown?.calls).toMatchObject([
      { status: '0x1', maxUsedGas: '0x55f0' },
      {
        maxUsedGas: '0x5208',
        error: { code: 3, message: 'execution reverted: no', data: '0xaa' },
      },
      { maxUsedGas: '0x5208', error: { code: -32015, message: 'out of gas' } },
    ])
    expect(shown?.calls[0]).not.toHaveProperty('error')
  })

  it('leaves out filling blocks for the service only', () => {
    const blocks = [simulatedBlock([], { isFilling: true }), simulatedBlock([])]
    expect(shownOf(blocks, { format: 'service', full: false })).toHaveLength(1)
    expect(shownOf(blocks, { format: 'execution-apis', full: false })).toHaveLength(2)
  })

  it('shows whole transactions of every type', () => {
    const sender = bytesToHex(new Address(message.from).bytes)
    const blob = new Uint8Array(32).fill(1)
    const transactionOf = (fields: Parameters<typeof simulatedBlock>[2]) =>
      shownOf([simulatedBlock([success], {}, fields)], {
        format: 'service',
        full: true,
      })[0]?.transactions[0]
    const shared = {
      blockHash: bytesToHex(headerOf().hash()),
      blockNumber: '0x7',
      transactionIndex: '0x0',
      from: sender,
      to: `0x${'02'.repeat(20)}`,
      nonce: '0x3',
      gas: '0x5208',
      input: '0x05',
      maxFeePerGas: '0x6',
      accessList: [{ address: `0x${'08'.repeat(20)}`, storageKeys: [`0x${'09'.repeat(32)}`] }],
      chainId: '0x7a69',
      v: '0x0',
      r: '0x0',
      s: '0x0',
      yParity: '0x0',
    }
    expect(transactionOf({})).toMatchObject({ ...shared, type: '0x2' })
    expect(transactionOf({ blobVersionedHashes: [blob] })).toMatchObject({
      ...shared,
      type: '0x3',
      maxFeePerBlobGas: '0x7',
      blobVersionedHashes: [bytesToHex(blob)],
    })
    expect(
      transactionOf({
        authorizationList: [
          [
            Uint8Array.of(1),
            new Uint8Array(20).fill(2),
            new Uint8Array(),
            Uint8Array.of(1),
            Uint8Array.of(3),
            Uint8Array.of(4),
          ],
        ],
      }),
    ).toMatchObject({
      ...shared,
      type: '0x4',
      authorizationList: [
        {
          chainId: '0x1',
          address: `0x${'02'.repeat(20)}`,
          nonce: '0x0',
          yParity: '0x1',
          r: '0x3',
          s: '0x4',
        },
      ],
    })
  })
})
