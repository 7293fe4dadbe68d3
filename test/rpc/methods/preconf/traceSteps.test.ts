import { type Abi, encodeFunctionData } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { TracedSteps } from '../../../../src/types/solidity/tracedSteps.ts'
import { type SolcBuild, solcBuild, solcContract } from '../../../support/solcBuild.ts'
import { deployContract } from '../../../support/solidityProject.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Bank {
  uint64 public rate = 3;
  bool open;
  mapping(address => uint256) public balances;

  modifier whenOpen() {
    require(open, "closed");
    _;
  }

  function unlock() external { open = true; }

  function fee(uint256 amount) internal view returns (uint256) {
    return amount * rate / 100;
  }

  function put(address to, uint256 amount) external whenOpen {
    uint256 cost = fee(amount);
    balances[to] += amount - cost;
  }
}
contract Teller {
  Bank immutable bank;
  constructor(Bank bank_) { bank = bank_; }
  function serve(address to) external {
    bank.put(to, 200);
  }
}
`

let build: SolcBuild

beforeAll(() => {
  build = solcBuild({ 'contracts/Bank.sol': source })
})

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function teller({ isKnown = true } = {}) {
  const devnet = await testDevnet({ mining: 'auto', artifacts: false })
  const { provider } = devnet
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
  const ask = (method: string, ...params: unknown[]): Promise<any> =>
    provider.request({ method, params })
  if (isKnown) await ask('preconf_addArtifacts', build)
  const bank = await deployContract(provider, build, 'Bank')
  const teller = await deployContract(provider, build, 'Teller', bank.slice(2).padStart(64, '0'))
  const [from] = await ask('eth_accounts')
  const send = (to: string, name: string, functionName: string, args: unknown[] = []) => {
    const abi = solcContract(build, name).abi as Abi
    const data = encodeFunctionData({ abi, functionName, args })
    return ask('eth_sendTransaction', { from, to, data, gas: '0x7a120' })
  }
  await send(bank, 'Bank', 'unlock')
  const steps = (...params: unknown[]): Promise<TracedSteps> => ask('preconf_traceSteps', ...params)
  return {
    ask,
    steps,
    bank,
    teller,
    from,
    serve: () => send(teller, 'Teller', 'serve', [bob]),
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}

/** Each step in a line: where it is, and how it came there. */
function lines({ steps }: TracedSteps): readonly string[] {
  return steps.map(({ source, functions }) => {
    const path = functions.map(({ function: name, line }) => `${name}:${line}`).join(' > ')
    return `${source?.line} ${path}`
  })
}

test('a transaction is followed line by line, into functions and other contracts', async () => {
  await using chain = await teller()
  const trace = await chain.steps(await chain.serve())
  expect(lines(trace)).toEqual([
    '28 Teller.serve:28',
    '9 Bank.whenOpen:9',
    '20 Bank.put:20',
    '15 Bank.put:20 > Bank.fee:15',
    '16 Bank.put:20 > Bank.fee:16',
    '20 Bank.put:20',
    '21 Bank.put:21',
    '19 Bank.put:19',
  ])
  expect(trace.next).toBeUndefined()
  expect(trace.sources).toBeUndefined()
  const [outer, inner] = trace.calls
  expect(outer).toMatchObject({
    contract: 'Teller',
    function: 'serve',
    firstInstruction: 0,
    instructions: trace.instructions,
    args: [{ name: 'to', value: bob }],
  })
  expect(inner).toMatchObject({
    contract: 'Bank',
    signature: 'put(address,uint256)',
    args: [
      { name: 'to', value: bob },
      { name: 'amount', type: 'uint256', value: '200' },
    ],
  })
  expect(trace.steps.map(({ call }) => call)).toEqual([
    0,
    ...Array(7).fill(inner?.firstInstruction),
  ])
})

test('a step tells the part of the source, the stack and the state variables that are new', async () => {
  await using chain = await teller()
  const trace = await chain.steps(await chain.serve(), { sources: true, memory: true })
  const [first, second, , , , , store, last] = trace.steps
  expect(first).toMatchObject({ op: 'PUSH32', depth: 1, variables: [] })
  expect(first?.source).toEqual({
    file: 'contracts/Bank.sol',
    line: 28,
    column: 5,
    endLine: 28,
    endColumn: 9,
  })
  expect(first?.memory).toMatch(/^0x0{64}/)
  expect(second?.depth).toBe(2)
  expect(second?.variables).toEqual([
    { variable: 'rate', type: 'uint64', value: '3' },
    { variable: 'open', type: 'bool', value: 'true' },
  ])
  expect(store?.variables).toBeUndefined()
  expect(last?.variables?.at(-1)).toEqual({
    variable: `balances[${bob}]`,
    type: 'uint256',
    value: '194',
  })
  expect(trace.sources).toEqual({ 'contracts/Bank.sol': source })
})

test('windows follow each other, and one can end before an instruction', async () => {
  await using chain = await teller()
  const hash = await chain.serve()
  const whole = await chain.steps(hash)
  const first = await chain.steps(hash, { count: 3 })
  expect(lines(first)).toEqual(lines(whole).slice(0, 3))
  const second = await chain.steps(hash, { count: '0x3', from: first.next })
  expect(lines(second)).toEqual(lines(whole).slice(3, 6))
  const before = await chain.steps(hash, { count: 2, before: second.steps[0]?.instruction })
  expect(before.steps.map(({ instruction }) => instruction)).toEqual(
    first.steps.slice(1).map(({ instruction }) => instruction),
  )
  expect(before.next).toBe(second.steps[0]?.instruction)
  expect((await chain.steps(hash, { before: 0 })).steps).toEqual([])
})

test('steps can be parts of lines, or instructions; without sources they are instructions', async () => {
  await using chain = await teller()
  const hash = await chain.serve()
  const [start] = (await chain.steps(hash, { unit: 'line' })).steps
  const parts = await chain.steps(hash, { unit: 'expression', count: 3 })
  expect(parts.steps.map(({ source }) => [source?.column, source?.endColumn])).toEqual([
    [5, 9],
    [5, 13],
    [14, 16],
  ])
  const all = await chain.steps(hash, { unit: 'instruction', from: start?.instruction, count: 2 })
  expect(all.steps.map(({ instruction }) => instruction - (start?.instruction ?? 0))).toEqual([
    0, 1,
  ])

  await using stranger = await teller({ isKnown: false })
  const unknown = await stranger.steps(await stranger.serve(), { count: 2 })
  expect(unknown.steps).toMatchObject([
    { instruction: 0, pc: 0, op: 'PUSH1', functions: [] },
    { instruction: 1, pc: 2, functions: [], stack: ['0x80'] },
  ])
  expect(unknown.calls).toHaveLength(1)
})

test('a call is followed as a transaction is, and a failure tells what could not begin', async () => {
  await using chain = await teller()
  const data = encodeFunctionData({
    abi: solcContract(build, 'Teller').abi as Abi,
    functionName: 'serve',
    args: [bob],
  })
  const call = { from: chain.from, to: chain.teller, data }
  expect(lines(await chain.steps(call, {}, 'latest'))).toContain('21 Bank.put:21')
  const { steps, instructions } = await chain.steps(
    { ...call, gas: '0x5b40' },
    { unit: 'instruction', count: 1000 },
  )
  expect(instructions).toBe(steps.length)
  expect(steps.at(-1)?.error).toBe('out of gas')
})

test('what never ran and what is no window are refused', async () => {
  await using chain = await teller()
  await expect(chain.steps(`0x${'12'.repeat(32)}`)).rejects.toMatchObject({
    code: -32000,
    message: 'transaction not found',
  })
  const hash = await chain.serve()
  for (const window of [
    { count: 0 },
    { count: 1001 },
    { from: 1, before: 2 },
    { unit: 'opcode' },
  ]) {
    await expect(chain.steps(hash, window)).rejects.toMatchObject({ code: -32602 })
  }
})
