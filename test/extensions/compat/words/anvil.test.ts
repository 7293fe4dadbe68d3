import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { client } from '../../../rpc/methods/client.ts'
import { type ErrorCase, refusalIn } from '../../../support/errorCases.ts'

// Anvil 1.7.1 says the same, but for the advice, and for custom errors whose bytes are UTF-8, which it shows as text.
const words: readonly (readonly [ErrorCase, number, string])[] = [
  ['a revert with a reason', 3, 'execution reverted: why'],
  ['a revert without data', 3, 'execution reverted'],
  ['a failed assert', 3, 'execution reverted: panic: assertion failed (0x01)'],
  ['an overflow', 3, 'execution reverted: panic: arithmetic underflow or overflow (0x11)'],
  ['an unknown panic', 3, 'execution reverted: panic: unknown code (0x99)'],
  [
    'a custom error',
    3,
    'execution reverted: custom error 0x2f14a114: 00000000000000000000000000000000000000000000000000000000000000ff',
  ],
  ['a custom error without arguments', 3, 'execution reverted: custom error 0x3db2a12a'],
  ['a text that is none', 3, 'execution reverted: custom error 0x08c379a0'],
  ['an invalid opcode', -32603, 'EVM error InvalidFEOpcode'],
  ['an opcode that is not there', -32603, 'EVM error OpcodeNotFound'],
  ['a jump to nowhere', -32603, 'EVM error InvalidJump'],
  ['an empty stack', -32603, 'EVM error StackUnderflow'],
  ['a call out of gas', -32603, 'EVM error OutOfGas'],
  ['an estimate out of gas', -32003, 'Out of gas: gas required exceeds allowance: 100000'],
  ['a call with too little gas', -32000, 'intrinsic gas too high -- CallGasCostMoreThanGasLimit'],
  [
    'a call with more tip than fee',
    -32602,
    'Invalid input: `max_priority_fee_per_gas` greater than `max_fee_per_gas`',
  ],
  ['too little gas', -32000, 'intrinsic gas too low'],
  [
    'more gas than a block has',
    -32000,
    'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit',
  ],
  ['a fee below the base fee', -32003, 'max fee per gas less than block base fee'],
  ['a gas price below the base fee', -32003, 'max fee per gas less than block base fee'],
  ['more value than there is', -32003, 'Insufficient funds for gas * price + value'],
  ['a nonce that was used', -32003, 'nonce too low'],
  ['a replacement that offers no more', -32003, 'replacement transaction underpriced'],
  ['the same again', -32003, 'transaction already imported'],
  [
    'another chain id',
    -32602,
    "transaction-provided chain ID (1) does not match the signer's chain ID (31337)",
  ],
  [
    'another chain id without gas',
    -32602,
    "transaction-provided chain ID (1) does not match the signer's chain ID (31337)",
  ],
  ['an account without a key', -32602, 'No Signer available'],
  ['init code that is too long', -32003, 'max initcode size exceeded'],
  ['bytes that are no transaction', -32602, 'Failed to decode transaction'],
  [
    'a block past the head',
    -32602,
    'BlockOutOfRangeError: block height is 0 but requested was 100',
  ],
  ['a hash of no block', -32001, 'Resource not found'],
  ['a time in the past', -32602, "Timestamp error: 1 is lower than previous block's timestamp"],
  ['no such method', -32601, 'Method not found'],
  ['a method that is mistyped', -32601, 'Method not found: did you mean eth_getBalance?'],
  ['too little gas for its data', -32000, 'intrinsic gas too low'], // Anvil takes it
  ['more tip than fee', -32003, 'max priority fee per gas higher than max fee per gas'],
]

test.each(words)('with compat anvil %s has its code %i and words', async (name, code, message) => {
  await using devnet = await client({ compat: 'anvil', mining: 'auto' })
  expect(await refusalIn(devnet, name)).toMatchObject({ code, message })
})

test('with compat anvil a raw transaction of another chain has its code and words', async () => {
  await using devnet = await client({ compat: 'anvil', mining: 'auto' })
  const key = devnet.accounts[0]?.privateKey ?? expect.fail()
  const raw = await privateKeyToAccount(key).signTransaction({
    chainId: 1,
    to: devnet.accounts[1]?.address,
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
  })
  expect(await devnet.refusal('eth_sendRawTransaction', raw)).toEqual({
    code: -32003,
    message: 'invalid chain id for signer',
  })
})

const reverts = words.filter(([, code]) => code === 3)

test.each(reverts)('by default %s has the words of Anvil', async (name, code, message) => {
  await using devnet = await client({ mining: 'auto' })
  expect(await refusalIn(devnet, name)).toMatchObject({ code, message })
})

// No -32603: clients take it for a fault of the node and ask again.
test.each([
  ['an account without a key', -32602, /^No Signer available: unknown account 0x/],
  [
    'a block past the head',
    -32602,
    /^BlockOutOfRangeError: block height is 0 but requested was 100$/,
  ],
  ['a hash of no block', -32000, /^header not found$/],
  ['an invalid opcode', -32000, /^invalid opcode/],
  ['a call out of gas', -32000, /^out of gas$/],
  ['more value than there is', -32000, /^insufficient funds for gas \* price \+ value$/],
  ['a nonce that was used', -32000, /^nonce too low$/],
  ['a replacement that offers no more', -32000, /^replacement transaction underpriced$/],
  ['the same again', -32000, /^already known$/],
  ['too little gas', -32000, /^intrinsic gas too low: gas 20000, minimum needed 21000$/],
  ['a method that is mistyped', -32601, /eth_getBalanc .* did you mean eth_getBalance/],
] as const)(
  'by default %s has code %i and words of the service or geth',
  async (name, code, message) => {
    await using devnet = await client({ mining: 'auto' })
    expect(await refusalIn(devnet, name)).toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  },
)

test.each([
  ['an overflow', 3, 'execution reverted: arithmetic underflow or overflow'],
  ['a custom error', 3, 'execution reverted'],
  [
    'an account without a key',
    -32000,
    'unknown account 0x00000000000000000000000000000000000bad01',
  ],
  ['a block past the head', -32000, 'header not found'],
] as const)('with compat geth %s has its words', async (name, code, message) => {
  await using devnet = await client({ compat: 'geth', mining: 'auto' })
  expect(await refusalIn(devnet, name)).toMatchObject({ code, message })
})
