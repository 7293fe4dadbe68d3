import { encodeDeployData, encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import { tokenAbi, tokenBytecode } from '../../../support/token.ts'
import { bob } from '../../../support/transfers.ts'
import { account, type Client, client, word } from '../client.ts'

const token = '0x00000000000000000000000000000000000000c0'
const other = '0x00000000000000000000000000000000000000c1'

/** The slot of the first argument in the mapping 9, as Solidity hashes it. */
const keyFirst = '6004355f52600960205260405f20'
/** The same as Vyper does. */
const slotFirst = '60095f5260043560205260405f20'
const sload = '54'
/** Leaves the 128 bits that are above the lowest 96. */
const middle = `60601c6f${'ff'.repeat(16)}16`
/** Leaves all bits but the highest one, which is a flag. */
const withoutFlag = '60011b60011c'
const twice = '8001'
const returned = '5f5260205ff3'
/** Runs the code of the contract in slot 0, or asks the other contract. */
const delegate = '60445f5f3760205f60445f5f545af45060205ff3'
const ask = `60445f5f3760205f60445f73${other.slice(2)}5afa5060205ff3`

const balanceCall = `0x70a08231${word(BigInt(bob)).slice(2)}`

async function balanceOf(devnet: Client, tag = 'pending'): Promise<bigint> {
  return BigInt(await devnet.ask('eth_call', { to: token, data: balanceCall }, tag))
}

async function tokenWith(runtime: string): Promise<Client> {
  const devnet = await client()
  await devnet.ask('anvil_setCode', token, `0x${runtime}`)
  return devnet
}

it.each([
  ['a mapping of Solidity', keyFirst + sload + returned],
  ['a mapping of Vyper', slotFirst + sload + returned],
  ['a part of a slot', keyFirst + sload + middle + returned],
  ['a slot whose highest bit is a flag', keyFirst + sload + withoutFlag + returned],
  ['a slot that depends on nobody', `6007${sload}${returned}`],
])('finds a balance that is in %s', async (_where, runtime) => {
  await using devnet = await tokenWith(runtime)
  await devnet.ask('anvil_dealERC20', bob, token, '0x64')
  expect(await balanceOf(devnet)).toBe(100n)
  await devnet.ask('anvil_dealERC20', bob, token, 0)
  expect(await balanceOf(devnet)).toBe(0n)
})

it('finds a balance behind a proxy, in its storage', async () => {
  await using devnet = await tokenWith(delegate)
  await devnet.ask('anvil_setCode', other, `0x${keyFirst}${sload}${returned}`)
  await devnet.ask('anvil_setStorageAt', token, '0x0', word(BigInt(other)))
  await devnet.ask('anvil_dealERC20', bob, token, '0x64')
  expect(await balanceOf(devnet)).toBe(100n)
  expect(await devnet.ask('eth_getStorageAt', token, '0x0')).toBe(word(BigInt(other)))
})

it('finds a balance that another contract keeps', async () => {
  await using devnet = await tokenWith(ask)
  await devnet.ask('anvil_setCode', other, `0x${keyFirst}${sload}${returned}`)
  await devnet.ask('anvil_dealERC20', bob, token, '0x64')
  expect(await balanceOf(devnet)).toBe(100n)
})

it('leaves the other parts of the slot', async () => {
  await using devnet = await tokenWith(`6007${sload}${middle}${returned}`)
  const parts = (balance: bigint) => word((0xabcdn << 224n) | (balance << 96n) | 0x1234n)
  await devnet.ask('anvil_setStorageAt', token, '0x7', parts(5n))
  await devnet.ask('anvil_dealERC20', bob, token, '0x64')
  expect(await devnet.ask('eth_getStorageAt', token, '0x7')).toBe(parts(100n))
})

it('keeps a flag in the highest bit', async () => {
  await using devnet = await tokenWith(`6007${sload}${withoutFlag}${returned}`)
  await devnet.ask('anvil_setStorageAt', token, '0x7', word((1n << 255n) | 5n))
  await devnet.ask('anvil_dealERC20', bob, token, '0x64')
  expect(await devnet.ask('eth_getStorageAt', token, '0x7')).toBe(word((1n << 255n) | 100n))
})

it('refuses what no slot can hold, and what is no token', async () => {
  await using devnet = await tokenWith(keyFirst + sload + middle + returned)
  const refusal = (address: string, amount: bigint) => ({
    code: -32000,
    message: `no slot makes 0x70a08231 of ${address} return ${amount}: check that it is an ERC-20 token and that the amount is not too large`,
  })
  const tooMuch = 1n << 128n
  expect(await devnet.refusal('anvil_dealERC20', bob, token, `0x${tooMuch.toString(16)}`)).toEqual(
    refusal(token, tooMuch),
  )
  expect(await devnet.refusal('anvil_dealERC20', bob, other, 1)).toEqual(refusal(other, 1n))
  await devnet.ask('anvil_setCode', token, `0x${keyFirst}${sload}${twice}${returned}`)
  expect(await devnet.refusal('anvil_dealERC20', bob, token, 100)).toEqual(refusal(token, 100n))
})

it('deals ether where no token is named, as tevm does', async () => {
  await using devnet = await tokenWith(keyFirst + sload + returned)
  await devnet.ask('anvil_deal', { account: bob, amount: '0x64' })
  expect(await devnet.ask('eth_getBalance', bob)).toBe('0x64')
  await devnet.ask('anvil_deal', { erc20: token, account: bob, amount: '0x65' })
  expect(await balanceOf(devnet)).toBe(101n)
  expect(await devnet.refusal('anvil_deal', bob)).toEqual({
    code: -32602,
    message: 'missing value for required argument 1',
  })
})

it('sets the allowance of a token of Solidity, which it then spends', async () => {
  await using devnet = await client()
  const data = encodeDeployData({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Token', 'TOK', 1000n],
  })
  const hash = await devnet.send({ data, gas: '0x1e8480' })
  await devnet.seal()
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
  const spender = account(devnet, 1)
  await devnet.ask('anvil_dealERC20', bob, contractAddress, 500)
  await devnet.ask('anvil_setERC20Allowance', bob, spender, contractAddress, 300)
  const transferFrom = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferFrom',
    args: [bob, spender, 200n],
  })
  const spent = await devnet.send({ from: spender, to: contractAddress, data: transferFrom })
  await devnet.seal()
  expect((await devnet.ask('eth_getTransactionReceipt', spent)).status).toBe('0x1')
  const allowance = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'allowance',
    args: [bob, spender],
  })
  expect(await devnet.ask('eth_call', { to: contractAddress, data: allowance })).toBe(word(100))
})
