import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { gasTable } from '../../../../src/extensions/solidity/gas/gasReport.ts'
import { readGas } from '../../../../src/extensions/solidity/gas/gasSamples.ts'
import type { DevnetOptions } from '../../../../src/types/options/options.ts'
import { projectFolder } from '../../../support/projectFolder.ts'
import { solcBuild, solcContract } from '../../../support/solcBuild.ts'
import { deployContract } from '../../../support/solidityProject.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const source = `
pragma solidity ^0.8.0;
contract Counter {
  uint public number;
  function add(uint by) external { number += by; }
  function add() external { number += 1; }
  function fail() external pure { revert(); }
  receive() external payable {}
}
contract Proxy {
  constructor(address to) { assembly { sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, to) } }
  fallback() external payable {
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc), 0, calldatasize(), 0, 0)
      if iszero(ok) { revert(0, 0) }
    }
  }
}
`

async function ran(options: DevnetOptions) {
  const build = solcBuild({ 'contracts/Counter.sol': source })
  const devnet = await testDevnet({ mining: 'auto', artifacts: false, ...options })
  const { provider } = devnet
  await provider.request({ method: 'preconf_addArtifacts', params: [build] })
  const counter = await deployContract(provider, build, 'Counter')
  const proxy = await deployContract(provider, build, 'Proxy', counter.slice(2).padStart(64, '0'))
  const abi = solcContract(build, 'Counter').abi as Abi
  const [from] = await provider.request({ method: 'eth_accounts' })
  const used: number[] = []
  const send = async (to: Hex, functionName?: string, args: unknown[] = []) => {
    const data = functionName && encodeFunctionData({ abi, functionName, args })
    const params = [{ from, to, data, gas: '0x186a0' }]
    const hash = await provider.request({ method: 'eth_sendTransaction', params })
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    used.push(Number(receipt.gasUsed))
  }
  await send(counter, 'add', [5n])
  await send(counter, 'add', [7n])
  await send(counter, 'add', [7n])
  await send(counter, 'add')
  await send(counter)
  await send(proxy, 'add', [1n])
  await send(counter, 'fail')
  const call = (functionName: string, args: unknown[] = []) => {
    const params = [{ from, to: counter, data: encodeFunctionData({ abi, functionName, args }) }]
    return provider.request({ method: 'eth_call', params })
  }
  await call('number')
  await call('number')
  await call('fail').catch(() => {})
  // A client tries what it will send.
  await call('add', [1n])
  return { devnet, used }
}

test('gas is reported by contract and function, as receipts have it; and of calls those of view functions', async () => {
  const { devnet, used } = await ran({ gasReport: true })
  await using _ = devnet
  const [first = 0, second = 0, , plain, received, proxied] = used
  const one = (gas: number | undefined) => ({ min: gas, max: gas, avg: gas, median: gas, count: 1 })
  const report = await devnet.provider.request({ method: 'preconf_gasReport' })
  expect(report).toEqual(await devnet.gasReport())
  expect(report.contracts).toMatchObject({
    'contracts/Counter.sol:Counter': {
      sourceName: 'contracts/Counter.sol',
      contractName: 'Counter',
      proxyChain: [],
      deployment: { count: 1 },
      functions: {
        'add()': one(plain),
        'add(uint256)': {
          min: second,
          max: first,
          avg: Math.round((first + 2 * second) / 3),
          median: second,
          count: 3,
        },
        number: { min: 23_510, max: 23_510, avg: 23_510, median: 23_510, count: 2 },
        receive: one(received),
      },
    },
    'contracts/Counter.sol:Counter (via contracts/Counter.sol:Proxy)': {
      proxyChain: ['contracts/Counter.sol:Proxy', 'contracts/Counter.sol:Counter'],
      deployment: { count: 1 },
      functions: { add: one(proxied) },
    },
  })
  const lines = gasTable(report).split('\n')
  expect(lines[0]).toMatch(
    /^\| contracts\/Counter\.sol:Counter +\| +Min \| +Avg \| Median \| +Max \| # Calls \|$/,
  )
  expect(lines[2]).toMatch(/^\| deployment \(\d+ bytes, \d+ on the chain\) \|( +\d+ \|){5}$/)
})

test('processes leave what they have seen in a folder', async () => {
  await using folder = await projectFolder({})
  const { devnet } = await ran({ gasReport: folder.path })
  const fork = await devnet.fork()
  await fork.close()
  await devnet[Symbol.asyncDispose]()
  const { samples, codes } = await readGas(folder.path)
  expect(samples).toHaveLength(11)
  expect(samples.flatMap((sample) => sample.codes).every((hash) => codes.has(hash))).toBe(true)
  expect(await readGas('/no/such/folder')).toEqual({ codes: new Map(), samples: [] })
})

test('without the option it is refused', async () => {
  await using devnet = await testDevnet()
  await expect(devnet.gasReport()).rejects.toThrow(
    'no gas is noted: start with --gas-report, or with the option gasReport',
  )
})
