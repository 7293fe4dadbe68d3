import { Address, generateAddress2 } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import {
  beaconRoots,
  blockHashes,
  consolidationRequests,
  create2Deployer,
  systemContracts,
  withdrawalRequests,
} from '../../../src/execution/rules/systemContracts.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'
import { machines, noBlockHashes, rules, stateWith } from './stateWith.ts'

beforeAll(initCrypto)

test.each([
  ['byzantium', []],
  ['constantinople', [create2Deployer]],
  ['shanghai', [create2Deployer]],
  ['cancun', [create2Deployer, beaconRoots]],
  [
    'prague',
    [create2Deployer, beaconRoots, blockHashes, withdrawalRequests, consolidationRequests],
  ],
] as const)('a genesis at %s begins with the contracts of that fork', (hardfork, contracts) => {
  expect(systemContracts(rules(hardfork))).toEqual(
    contracts.map(({ address, code }) => ({ address: bytesToHex(address), nonce: 1n, code })),
  )
})

// The hashes are those of the accounts on mainnet.
test.each([
  [
    'beacon roots',
    beaconRoots,
    '0xf57acd40259872606d76197ef052f3d35588dadf919ee1f0e3cb9b62d3f4b02c',
  ],
  [
    'block hashes',
    blockHashes,
    '0x6e49e66782037c0555897870e29fa5e552daf4719552131a0abce779daec0a5d',
  ],
  [
    'the CREATE2 deployer',
    create2Deployer,
    '0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989',
  ],
])('the code of %s is the official one', (_, { code }, hash) => {
  expect(bytesToHex(keccak256(code))).toBe(hash)
})

test('the deployer puts code where CREATE2 says', async () => {
  const common = rules('osaka')
  const salt = numberToBytes(7, 32)
  const initCode = hexToBytes('60016000f3')
  const on = { common, tree: stateWith('osaka'), blockHashes: noBlockHashes }
  const { returned, code } = await machines().use(on, async ({ evm, state }) => {
    const { execResult } = await evm.runCall({
      to: new Address(create2Deployer.address),
      data: Uint8Array.of(...salt, ...initCode),
      gasLimit: 200_000n,
    })
    return { returned: execResult.returnValue, code: state.readCode(execResult.returnValue) }
  })
  expect(returned).toEqual(generateAddress2(create2Deployer.address, salt, initCode))
  expect(code).toEqual(Uint8Array.of(0))
})
