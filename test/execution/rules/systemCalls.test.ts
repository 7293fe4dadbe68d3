import { type BlockHeader, createBlockHeader } from '@ethereumjs/block'
import { Address, createZeroAddress } from '@ethereumjs/util'
import { beforeAll, describe, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import {
  beaconRoots,
  blockHashes,
  type Predeploy,
  runOpeningSystemCalls,
} from '../../../src/execution/rules/systemContracts.ts'
import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { StateTree } from '../../../src/types/state.ts'
import { machines, noBlockHashes, rules, stateWith } from './stateWith.ts'

beforeAll(initCrypto)

const beaconRoot = new Uint8Array(32).fill(0xbe)
const parentHash = new Uint8Array(32).fill(0xfa)

function headerOf(
  hardfork: HardforkName,
  number = 20_000n,
  timestamp = 1_700_000_123n,
): BlockHeader {
  const common = rules(hardfork)
  return createBlockHeader(
    {
      number,
      timestamp,
      parentHash,
      ...(common.isActivatedEIP(4788) && { parentBeaconBlockRoot: beaconRoot }),
    },
    { common },
  )
}

function opened(hardfork: HardforkName, state: StateTree, header = headerOf(hardfork)): StateTree {
  const fork = state.fork()
  runOpeningSystemCalls(fork, header)
  return fork.tree()
}

/** What the contract answers to whoever asks for a number. */
async function ask(tree: StateTree, header: BlockHeader, { address }: Predeploy, number: bigint) {
  const on = { common: header.common, tree, blockHashes: noBlockHashes }
  return machines().use(on, async ({ evm }) => {
    const { execResult } = await evm.runCall({
      block: { header },
      caller: createZeroAddress(),
      to: new Address(address),
      data: numberToBytes(number, 32),
      gasLimit: 100_000n,
    })
    return execResult.exceptionError?.error ?? execResult.returnValue
  })
}

describe('before the first transaction', () => {
  test('the beacon root can be asked for by the time of the block (EIP-4788)', async () => {
    const header = headerOf('cancun')
    const tree = opened('cancun', stateWith('cancun'), header)
    expect(await ask(tree, header, beaconRoots, header.timestamp)).toEqual(beaconRoot)
    expect(await ask(tree, header, beaconRoots, header.timestamp - 1n)).toBe('revert')
  })

  test("the parent's hash can be asked for by its number (EIP-2935)", async () => {
    const header = headerOf('prague')
    const tree = opened('prague', stateWith('prague'), header)
    expect(await ask(tree, header, blockHashes, header.number - 1n)).toEqual(parentHash)
    expect(await ask(tree, header, blockHashes, header.number - 2n)).toEqual(new Uint8Array(32))
    expect(await ask(tree, header, blockHashes, header.number)).toBe('revert')
  })

  test('the buffers go round after 8191 entries', () => {
    const tree = opened(
      'prague',
      stateWith('prague'),
      headerOf('prague', 8192n * 2n, 8191n * 3n + 5n),
    )
    expect(tree.storage(blockHashes.address, numberToBytes(1, 32))).toEqual(parentHash)
    expect(tree.storage(beaconRoots.address, numberToBytes(5, 32))).toEqual(
      numberToBytes(8191n * 3n + 5n, 32),
    )
    expect(tree.storage(beaconRoots.address, numberToBytes(8191 + 5, 32))).toEqual(beaconRoot)
  })

  test('nothing happens without the contracts, and nothing before the forks', () => {
    const bare = buildState([{ address: `0x${'11'.repeat(20)}`, balance: 1n }])
    expect(opened('prague', bare).root()).toEqual(bare.root())
    const early = stateWith('prague')
    expect(opened('shanghai', early).root()).toEqual(early.root())
    const cancun = opened('cancun', early)
    expect(cancun.account(blockHashes.address)?.storageRoot).toEqual(
      early.account(blockHashes.address)?.storageRoot,
    )
  })
})
