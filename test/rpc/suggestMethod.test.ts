import { expect, test } from 'vitest'
import { createDevnet } from '../../src/index.ts'

/** The message about a method that is none. */
async function refusal(method: string, options: Parameters<typeof createDevnet>[0] = {}) {
  await using devnet = await createDevnet({ clock: 'manual', ...options })
  return devnet.provider.request({ method }).catch(({ message }) => message)
}

test.each([
  ['eth_blocknumber', 'eth_blockNumber'],
  ['ETH_BLOCKNUMBER', 'eth_blockNumber'],
  ['eth_getBalanc', 'eth_getBalance'],
  ['eth_getlogs', 'eth_getLogs'],
  ['eth_sendTransation', 'eth_sendTransaction'],
  ['evm_mines', 'evm_mine'],
  ['anvil_minee', 'anvil_mine'],
  ['anvil_setbalance', 'anvil_setBalance'],
  ['hardhat_setBalanc', 'hardhat_setBalance'],
  ['preconf_checkpoin', 'preconf_checkpoint'],
  ['starknet_chainId', 'eth_chainId'],
])('%s: %s was probably meant', async (typed, meant) => {
  expect(await refusal(typed)).toBe(
    `the method ${typed} does not exist/is not available: did you mean ${meant}?`,
  )
})

test.each(['eth_fooBar', 'starknet_estimateFee', 'x'.repeat(2000)])(
  '%s is like none',
  async (typed) => {
    expect(await refusal(typed)).toBe(`the method ${typed} does not exist/is not available`)
  },
)

test.each([
  ['geth', 'the method eth_blocknumber does not exist/is not available'],
  ['base', 'the method eth_blocknumber does not exist/is not available'],
  // Hardhat 2.29.1, code -32004.
  ['hardhat', 'Method eth_blocknumber is not supported'],
] as const)('under %s the words are those of that node alone', async (compat, message) => {
  expect(await refusal('eth_blocknumber', { compat })).toBe(message)
})
