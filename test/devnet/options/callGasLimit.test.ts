import { expect, it } from 'vitest'
import { client } from '../../rpc/methods/client.ts'

const contract = '0x00000000000000000000000000000000000000c0'
/** Returns GAS. */
const tellsGas = '0x5a5f5260205ff3'
/** Uses 5.6 MB of memory, which costs 61 million gas. */
const greedy = '0x60006255d4a05200'
const advice = 'raise it with the option callGasLimit (--call-gas-limit)'

async function gasOf(options: object, request: object = {}): Promise<number> {
  await using devnet = await client(options)
  await devnet.ask('anvil_setCode', contract, tellsGas)
  return Number(await devnet.ask('eth_call', { to: contract, ...request }))
}

const due = 21_002

it('is 50 million by default, as in geth, or what a block can have if that is more', async () => {
  expect(await gasOf({})).toBe(50_000_000 - due)
  expect(await gasOf({ gasLimit: 100_000_000 })).toBe(100_000_000 - due)
  expect(await gasOf({ callGasLimit: 70_000_000 })).toBe(70_000_000 - due)
  expect(await gasOf({ callGasLimit: 70_000_000, gasLimit: 100_000_000 })).toBe(70_000_000 - due)
})

it('caps the gas that a call names', async () => {
  const gas = '0xbebc200'
  expect(await gasOf({}, { gas })).toBe(50_000_000 - due)
  expect(await gasOf({ gasLimit: 100_000_000 }, { gas })).toBe(100_000_000 - due)
})

it('follows the gas limit of blocks', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_setCode', contract, tellsGas)
  await devnet.ask('evm_setBlockGasLimit', '0x5f5e100')
  await devnet.ask('evm_mine')
  expect(Number(await devnet.ask('eth_call', { to: contract }))).toBe(100_000_000 - due)
})

// Anvil 1.7.1: with --gas-limit 100000000 both run.
it('lets calls and estimates use the gas of a large block', async () => {
  await using devnet = await client({ gasLimit: 100_000_000 })
  await devnet.ask('anvil_setCode', contract, greedy)
  expect(await devnet.ask('eth_call', { to: contract })).toBe('0x')
  expect(Number(await devnet.ask('eth_estimateGas', { to: contract }))).toBeGreaterThan(55_000_000)
})

it('is named where it is in the way, with the option that raises it', async () => {
  await using devnet = await client({ gasLimit: 100_000_000, callGasLimit: 55_000_000 })
  await devnet.ask('anvil_setCode', contract, greedy)
  expect(await devnet.refusal('eth_call', { to: contract })).toEqual({
    code: -32000,
    message: `out of gas: a call can have 55000000 gas; ${advice}`,
  })
  expect(await devnet.refusal('eth_estimateGas', { to: contract })).toEqual({
    code: -32000,
    message: `gas required exceeds allowance (55000000): a call can have 55000000 gas; ${advice}`,
  })
  const little = { to: contract, gas: '0x186a0' }
  expect((await devnet.refusal('eth_call', little)).message).toBe('out of gas')
})

it('leaves simulations their limit', async () => {
  await using devnet = await client({ gasLimit: 100_000_000 })
  await devnet.ask('anvil_setCode', contract, tellsGas)
  const payload = { blockStateCalls: [{ calls: [{ to: contract }] }] }
  const [block] = await devnet.ask('eth_simulateV1', payload, 'latest')
  expect(Number(block.calls[0].returnData)).toBe(50_000_000 - due)
})
