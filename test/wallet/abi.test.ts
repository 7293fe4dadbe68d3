import {
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionResult,
  parseAbi as parseWithViem,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  AbiError,
  decodeError,
  decodeEvent,
  decodeFunction,
  decodeFunctionResult,
  encodeDeploy,
  encodeFunction,
  parseAbi,
  selectorOf,
  signatureOf,
} from '../../src/wallet/abi.ts'
import { tokenAbi } from '../support/token.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const overloaded = parseAbi([
  'function mint(address to)',
  'function mint(address to, uint256 amount)',
  'function mint(bytes20 to, uint256 amount)',
])

test('signatures become the ABI that compilers write', () => {
  expect(parseAbi(['function balanceOf(address account) view returns (uint256)'])).toEqual(
    parseWithViem(['function balanceOf(address account) view returns (uint256)']),
  )
  expect(() => parseAbi(['function balanceOf(addres)'])).toThrow(new AbiError('Unknown type.'))
})

test('init code has the arguments of the constructor after it', () => {
  expect(encodeDeploy(tokenAbi, '0x6000', ['A', 'B', 7n])).toMatch(/^0x6000[0-9a-f]{448}$/)
  expect(() => encodeDeploy([], '0x6000', [1])).toThrow(AbiError)
})

describe('functions', () => {
  test('a call is encoded and decoded', () => {
    const data = encodeFunction(tokenAbi, 'transfer', [alice, 5n])
    expect(data).toMatch(/^0xa9059cbb/)
    expect(decodeFunction(tokenAbi, data)).toMatchObject({ name: 'transfer', args: [alice, 5n] })
    expect(decodeFunction(tokenAbi, '0x12345678')).toBeUndefined()
    expect(decodeFunction(tokenAbi, '0x')).toBeUndefined()
  })

  test('one of several is chosen by the arguments, or by its signature', () => {
    expect(encodeFunction(overloaded, 'mint', [alice]).length).toBe(2 + 8 + 64)
    expect(() => encodeFunction(overloaded, 'mint', [alice, 1n])).toThrow(AbiError)
    expect(
      decodeFunction(overloaded, encodeFunction(overloaded, 'mint(bytes20,uint256)', [alice, 1n])),
    ).toMatchObject({ item: { inputs: [{ type: 'bytes20' }, { type: 'uint256' }] } })
  })

  test('an unknown one is refused with those that there are', () => {
    expect(() => encodeFunction(overloaded, 'burn')).toThrow(
      new AbiError(
        'there is no function burn; there are: mint(address), mint(address,uint256), mint(bytes20,uint256)',
      ),
    )
  })

  test('what one returned is decoded', () => {
    const data = encodeFunctionResult({ abi: tokenAbi, functionName: 'decimals', result: 18 })
    expect(decodeFunctionResult(tokenAbi, 'decimals', data)).toBe(18)
    expect(() => decodeFunctionResult(tokenAbi, 'decimals', '0x')).toThrow(AbiError)
  })
})

test('errors are those of the ABI and of Solidity', () => {
  const data = encodeErrorResult({
    abi: tokenAbi,
    errorName: 'InsufficientBalance',
    args: [alice, 1n, 2n],
  })
  expect(decodeError(tokenAbi, data)).toMatchObject({
    name: 'InsufficientBalance',
    args: [alice, 1n, 2n],
  })
  expect(decodeError([], data)).toBeUndefined()
  expect(decodeError([], `0x4e487b71${'11'.padStart(64, '0')}`)).toMatchObject({
    name: 'Panic',
    args: [0x11n],
  })
})

test('events are distinguished by how many of their parameters are topics', () => {
  const erc20 = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ])
  const erc721 = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  ])
  const topics = encodeEventTopics({
    abi: tokenAbi,
    eventName: 'Transfer',
    args: { from: alice, to: alice },
  }) as [`0x${string}`]
  const log = { topics, data: `0x${'5'.padStart(64, '0')}` as const }
  expect(decodeEvent(erc20, log)).toMatchObject({ name: 'Transfer', args: [alice, alice, 5n] })
  expect(decodeEvent(erc721, log)).toBeUndefined()
  expect(decodeEvent(erc20, { topics: [], data: '0x' })).toBeUndefined()
})

test('unnamed parameters have their places too', () => {
  const abi = parseAbi(['event Set(uint256 indexed, bool)'])
  const log = {
    topics: [selectorOf(abi[0] as never), `0x${'7'.padStart(64, '0')}`],
    data: `0x${'1'.padStart(64, '0')}`,
  } as const
  expect(decodeEvent(abi, log)?.args).toEqual([7n, true])
})

test('an item has its signature and selector', () => {
  const [transfer] = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
  expect(signatureOf(transfer as never)).toBe('transfer(address,uint256)')
  expect(selectorOf(transfer as never)).toBe('0xa9059cbb')
})

test('data that are of nothing in the ABI are not decoded, whatever they begin with', () => {
  expect(decodeFunction(tokenAbi, '0xa9059cbb00')).toBeUndefined()
  expect(decodeError([], '0x4e487b71')).toBeUndefined()
  const abi = parseAbi([
    'event Named(string name, uint256 indexed id)',
    'event Named(string indexed name, uint256 id)',
  ])
  const topics = [selectorOf(abi[0] as never), `0x${'12'.repeat(32)}`] as const
  const five = `0x${'5'.padStart(64, '0')}` as const
  expect(decodeEvent(abi, { topics, data: five })?.args).toEqual([topics[1], 5n])
  expect(decodeEvent(abi, { topics, data: '0x1234' })).toBeUndefined()
})
