import { createTx, type TypedTxData } from '@ethereumjs/tx'
import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { type Message, messageOf } from '../../../src/execution/message.ts'
import { simulatedTransaction } from '../../../src/execution/simulate/simulatedTransaction.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { CallRequest } from '../../../src/types/request.ts'
import { addressOf } from '../engine.ts'

const chainId = 31337n
const protocol = createProtocol({
  chainId: Number(chainId),
  hardfork: 'prague',
  transactionGasCap: false,
})
const common = protocol.commonAt(1n, 1n)

const blob = new Uint8Array(32).fill(1)
const one = Uint8Array.of(1)
const authorization = [one, addressOf(3), one, one, one, one] as const

const request: CallRequest = {
  from: addressOf(9),
  to: addressOf(1),
  gas: 70_000n,
  value: 3n,
  nonce: 300n,
  data: Uint8Array.of(0, 1, 2),
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 2n,
  accessList: [[addressOf(2), [new Uint8Array(32)]]],
}

function messageFrom(fields: CallRequest): Message {
  return messageOf(fields, { chainId, baseFee: 7n, gasCap: 10n ** 9n, nonce: 0n })
}

/** The encoding of the same transaction by EthereumJS, with zeros for its signature. */
function encodedByEthereumJs(type: number, message: Message): Uint8Array {
  const { to, gas, blobVersionedHashes, ...fields } = message
  const data = {
    ...fields,
    type,
    gasLimit: gas,
    ...(to !== undefined && { to }),
    ...(blobVersionedHashes !== undefined && {
      blobVersionedHashes: blobVersionedHashes.map(bytesToHex),
    }),
  }
  const transaction = createTx(data as unknown as TypedTxData, { common, freeze: false })
  return Object.assign(transaction, { v: 0n, r: 0n, s: 0n }).serialize()
}

describe('simulatedTransaction', () => {
  it.each<[string, number, CallRequest]>([
    [
      'a gas price',
      0,
      { ...request, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 9n },
    ],
    ['no gas price', 2, request],
    ['no target', 2, { ...request, to: undefined }],
    ['nothing but zeros', 2, {}],
    ['blobs', 3, { ...request, blobVersionedHashes: [blob, blob], maxFeePerBlobGas: 5n }],
    ['authorizations', 4, { ...request, authorizationList: [authorization] }],
  ])('with %s has type %i and is encoded as unsigned', (_case, type, fields) => {
    const message = messageFrom(fields)
    const isLegacy = fields.gasPrice !== undefined
    const { envelope, raw } = simulatedTransaction(message, { chainId, isLegacy })
    expect(envelope.type).toBe(type)
    expect(bytesToHex(raw)).toBe(bytesToHex(encodedByEthereumJs(type, message)))
  })

  it('is of the newest type whose fields it has; only blobs make it one of blobs', () => {
    const typeOf = (fields: CallRequest) =>
      simulatedTransaction(messageFrom(fields), { chainId, isLegacy: false }).envelope.type
    expect(typeOf({ ...request, maxFeePerBlobGas: 5n })).toBe(2)
    const both = { blobVersionedHashes: [blob], authorizationList: [authorization] }
    expect(typeOf({ ...request, ...both })).toBe(4)
  })

  it('has the fields that are shown, a signature of zeros, and its sender', () => {
    const message = messageFrom({ ...request, blobVersionedHashes: [blob], maxFeePerBlobGas: 5n })
    const { envelope, sender, hash } = simulatedTransaction(message, { chainId, isLegacy: false })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(sender.bytes).toEqual(request.from)
    expect(envelope).toMatchObject({
      nonce: 300n,
      gasLimit: 70_000n,
      value: 3n,
      chainId,
      maxFeePerGas: 20n,
      maxPriorityFeePerGas: 2n,
      maxFeePerBlobGas: 5n,
      blobVersionedHashes: [bytesToHex(blob)],
      v: 0n,
      r: 0n,
      s: 0n,
    })
    expect(envelope.to?.bytes).toEqual(request.to)
  })

  it('can have a nonce and gas that no signed one could have', () => {
    const most = 2n ** 64n - 1n
    const message = { ...messageFrom(request), nonce: most, gas: most }
    const { envelope } = simulatedTransaction(message, { chainId, isLegacy: false })
    expect(envelope).toMatchObject({ nonce: most, gasLimit: most })
  })
})
