import { RLP } from '@ethereumjs/rlp'
import { type Hex, serializeTransaction, toRlp } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import {
  decodeTransaction,
  signedWith,
  unsigned,
} from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import {
  InvalidTransactionError,
  TransactionDecodeError,
} from '../../../src/ethereumjs/transaction/refusals.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'

beforeAll(initCrypto)

const protocolOf = (hardfork: 'osaka' | 'berlin', transactionGasCap = false) =>
  createProtocol({ chainId: 31_337, hardfork, transactionGasCap }).commonAt(0n, 0n)

const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const bob = '0x00000000000000000000000000000000000000b0'
const dynamic = {
  type: 'eip1559',
  chainId: 31_337,
  to: bob,
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
} as const

test.each([
  { type: 'legacy', chainId: 31_337, to: bob, gas: 21_000n, gasPrice: 1n },
  { type: 'eip2930', chainId: 31_337, to: bob, gas: 21_000n, gasPrice: 1n },
  dynamic,
  { ...dynamic, to: undefined, data: '0x00' },
] as const)('a signed transaction has its hash, sender and bytes: %o', async (transaction) => {
  const raw = await account.signTransaction(transaction as never)
  const decoded = await decodeTransaction(hexToBytes(raw), protocolOf('osaka'))
  expect(decoded.sender.toString()).toBe(account.address.toLowerCase())
  expect(bytesToHex(decoded.raw)).toBe(raw)
  expect(decoded.hash).toBe(bytesToHex(decoded.envelope.hash()))
})

test('what is signed here is what its bytes say', async () => {
  const common = protocolOf('osaka')
  const fields = {
    chainId: 31_337n,
    type: 2,
    to: bob,
    gasLimit: 21_000n,
    maxFeePerGas: 10n,
  } as const
  const signed = signedWith(new Uint8Array(32).fill(7), unsigned(fields, common))
  const { hash, sender, raw } = await decodeTransaction(signed.raw, common)
  expect(signed).toMatchObject({ hash, sender, raw })
  expect(signed.envelope.getSenderAddress().toString()).toBe(account.address.toLowerCase())
})

/** Its fields as they are, with a signature that need not be right. */
const unchecked = (fields: object): Hex =>
  serializeTransaction({ ...dynamic, ...fields } as never, {
    r: `0x${'11'.repeat(32)}`,
    s: `0x${'22'.repeat(32)}`,
    yParity: 0,
  })

test.each([
  [{ nonce: 2n ** 64n - 1n }, 'nonce has max value'],
  [{ chainId: 5 }, 'invalid sender: invalid chain id for signer: have 5'],
  [
    { to: undefined, data: `0x${'00'.repeat(49_153)}` },
    'max initcode size exceeded: code size 49153, limit 49152',
  ],
  [
    { type: 'eip7702', authorizationList: [] },
    'set code tx must have at least one authorization tuple',
  ],
])("%o is refused in geth's words", async (fields, message) => {
  const decoding = decodeTransaction(hexToBytes(unchecked(fields)), protocolOf('osaka'))
  await expect(decoding).rejects.toThrow(InvalidTransactionError)
  await expect(decoding).rejects.toThrow(message)
  await expect(decoding).rejects.toMatchObject({ code: -32000 })
})

test('a tip above the fee cap is refused', async () => {
  const raw = toRlp(
    ['0x7a69', '0x', '0x0b', '0x0a', '0x5208', bob, '0x', '0x', [], '0x', '0x01', '0x01'],
    'hex',
  ).replace('0x', '0x02')
  await expect(decodeTransaction(hexToBytes(raw), protocolOf('osaka'))).rejects.toThrow(
    'max priority fee per gas higher than max fee per gas',
  )
})

test('the gas cap of EIP-7825 holds where it is on', async () => {
  const raw = hexToBytes(await account.signTransaction({ ...dynamic, gas: 2n ** 24n + 1n }))
  await expect(decodeTransaction(raw, protocolOf('osaka', true))).rejects.toThrow(
    'transaction gas limit too high (cap: 16777216, tx: 16777217)',
  )
  await expect(decodeTransaction(raw, protocolOf('osaka'))).resolves.toBeDefined()
})

test('a type that the hardfork does not have is refused', async () => {
  const raw = hexToBytes(await account.signTransaction(dynamic))
  await expect(decodeTransaction(raw, protocolOf('berlin'))).rejects.toThrow(
    'transaction type not supported: transaction type not valid',
  )
})

test('a signature with a high s is refused (EIP-2)', async () => {
  const raw = serializeTransaction(dynamic, {
    r: `0x${'11'.repeat(32)}`,
    s: `0x${'ff'.repeat(31)}00`,
    yParity: 0,
  })
  await expect(decodeTransaction(hexToBytes(raw), protocolOf('osaka'))).rejects.toThrow(
    'invalid sender: invalid transaction v, r, s values',
  )
})

test.each([
  ['no bytes', new Uint8Array(), 'typed transaction too short'],
  ['an unknown type', new Uint8Array([5, 0xc0]), 'transaction type not supported: type 5'],
  ['a list of the wrong length', RLP.encode(['0x01']), /Only expecting 6 values/],
  ['a cut list', new Uint8Array([0xf8]), /invalid RLP/],
])('%s is no transaction', async (_, bytes, message) => {
  const decoding = decodeTransaction(bytes, protocolOf('osaka'))
  await expect(decoding).rejects.toThrow(TransactionDecodeError)
  await expect(decoding).rejects.toThrow(message)
})

test('bytes after the transaction are refused', async () => {
  const raw = await account.signTransaction(dynamic)
  const decoding = decodeTransaction(hexToBytes(`${raw}00`), protocolOf('osaka'))
  await expect(decoding).rejects.toThrow(TransactionDecodeError)
})
