import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SolidityError } from '../../../../src/extensions/solidity/node/explain.ts'
import type { Listening } from '../../../../src/types/listening.ts'
import type { DevnetOptions } from '../../../../src/types/options/options.ts'
import { type SolidityChain, solidityChain } from '../../../support/solidityChain.ts'

const source = `pragma solidity ^0.8.0;
contract Picky {
  error Odd(uint value);
  function even(uint value) external pure returns (uint) {
    require(value < 10, "too large");
    if (value % 2 == 1) revert Odd(value);
    return half(value);
  }
  function half(uint value) internal pure returns (uint) { assert(value > 0); return value / 2; }
}
`
const sources = { 'contracts/Picky.sol': source }
const tooLarge = `0x08c379a0${'20'.padStart(64, '0')}${'9'.padStart(64, '0')}${'746f6f206c61726765'.padEnd(64, '0')}`

const chainOf = async (options: DevnetOptions = {}) => {
  const chain = await solidityChain(sources, options)
  const { address } = await chain.deploy('Picky')
  return { chain, even: (value: number) => chain.call('Picky', address, 'even', [value]) }
}

async function failureOf(request: Promise<unknown>): Promise<SolidityError> {
  return request.then(
    () => Promise.reject(new Error('it succeeded')),
    (error) => error,
  )
}

describe('in process', () => {
  test.each(['eth_call', 'eth_estimateGas'])('%s says where a contract failed', async (method) => {
    const { chain, even } = await chainOf()
    await using _ = chain
    const failure = await failureOf(chain.devnet.ask(method, even(12)))
    expect(failure).toMatchObject({
      name: 'SolidityError',
      code: 3,
      message: 'execution reverted: too large',
      data: tooLarge,
      solidityStack: 'Picky.even (contracts/Picky.sol:5)',
      stackTrace: [{ type: 'REVERT_ERROR', sourceReference: { line: 5, contract: 'Picky' } }],
    })
    expect(failure.stack?.split('\n').slice(0, 2)).toEqual([
      'SolidityError: execution reverted: too large',
      '    at Picky.even (contracts/Picky.sol:5:5)',
    ])
    expect(failure.stack).toMatch(/\n {4}at .*\.ts:/)
  })

  test('a transaction that an estimate refuses says so too', async () => {
    const { chain, even } = await chainOf({ compat: 'geth' })
    await using _ = chain
    const from = chain.devnet.accounts[0]?.address
    const sent = chain.devnet.ask('eth_sendTransaction', { ...even(0), from })
    expect((await failureOf(sent)).solidityStack).toBe(
      'Picky.half (contracts/Picky.sol:9)\nPicky.even (contracts/Picky.sol:7)',
    )
  })

  test('calls of contracts that are unknown fail as ever', async () => {
    const { chain } = await chainOf()
    await using _ = chain
    const data = '0x60006000fd'
    const failure = await failureOf(chain.devnet.ask('eth_call', { data }))
    expect(failure.name).toBe('RpcError')
    expect(failure).not.toHaveProperty('solidityStack')
  })
})

describe('with --compat hardhat', () => {
  test('calls and transactions fail in the words of Hardhat', async () => {
    const { chain, even } = await chainOf({ compat: 'hardhat' })
    await using _ = chain
    const custom = `Error: VM Exception while processing transaction: reverted with custom error 'Odd(3)'`
    const call = await failureOf(chain.devnet.ask('eth_call', even(3)))
    expect(call).toMatchObject({
      message: custom,
      data: { message: custom },
      solidityError: 'Odd(3)',
      solidityStack: 'Picky.even (contracts/Picky.sol:6)',
    })
    const sent = await failureOf(chain.send(even(3)))
    expect(sent).toMatchObject({
      message: custom,
      data: { message: custom, txHash: expect.stringMatching(/^0x/) },
      solidityStack: 'Picky.even (contracts/Picky.sol:6)',
    })
    const unknown = await failureOf(chain.send({ ...even(3), data: '0x12345678' }))
    expect(unknown.message).toBe(
      "Error: Transaction reverted: function selector was not recognized and there's no fallback function",
    )
  })
})

describe('over HTTP', () => {
  let chain: SolidityChain
  let call: object
  let customCall: object
  let listening: Listening

  beforeAll(async () => {
    const { chain: own, even } = await chainOf()
    chain = own
    call = even(12)
    customCall = even(3)
    listening = await chain.devnet.listen({ port: 0 })
  })

  afterAll(() => chain.devnet.close())

  async function post(path: string, params: object = call): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [params] }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(listening.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return response.json()
  }

  test('a custom error stands there by name', async () => {
    expect(await post('', customCall)).toMatchObject({
      error: {
        code: 3,
        message: expect.stringMatching(/^execution reverted: custom error 0x/),
        solidityError: 'Odd(3)',
        solidityStack: 'Picky.even (contracts/Picky.sol:6)',
      },
    })
    expect(await post('/public', customCall)).not.toHaveProperty('error.solidityError')
  })

  test('the lines stand beside code, message and data, but not for the public', async () => {
    const error = { code: 3, message: 'execution reverted: too large', data: tooLarge }
    expect(await post('')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { ...error, solidityStack: 'Picky.even (contracts/Picky.sol:5)' },
    })
    for (const path of ['/public', '/dedicated']) {
      expect(await post(path)).toEqual({ jsonrpc: '2.0', id: 1, error })
    }
  })

  test('viem keeps them in the cause of its error', async () => {
    const client = createPublicClient({ transport: http(listening.url) })
    const failure = await client.call(call).catch((error) => error)
    const causes: unknown[] = []
    for (let cause = failure; cause; cause = cause.cause) causes.push(cause.solidityStack)
    expect(causes).toContain('Picky.even (contracts/Picky.sol:5)')
  })
})
