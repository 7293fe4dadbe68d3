import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol, protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { forkConfigs, forkHash } from '../../src/execution/forkConfig.ts'

import type { ChainRules, Hardfork } from '../../src/types/genesis.ts'

beforeAll(() => initCrypto())

const genesis = { hash: new Uint8Array(32).fill(5), timestamp: 50n }

const olderForks = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'berlin',
  'london',
  'paris',
] as const

const forks: readonly Hardfork[] = [
  ...olderForks.map((name): Hardfork => ({ name, block: 0n })),
  { name: 'shanghai', time: 40n },
  { name: 'cancun', time: 100n },
  { name: 'prague', time: 200n },
  { name: 'osaka', time: 200n },
  { name: 'bpo1', time: 300n },
]

const rules: ChainRules = {
  chainId: 9,
  forks,
  blobSchedules: {
    cancun: { target: 2, max: 4, baseFeeUpdateFraction: 111 },
    bpo1: { target: 8, max: 12, baseFeeUpdateFraction: 222 },
  },
  depositContract: `0x${'de'.repeat(20)}`,
  proofOfWork: true,
}

function configsAt(headTimestamp: bigint) {
  const { commonAt } = protocolOf(rules, { transactionGasCap: true })
  return forkConfigs({ rules, commonAt, genesis, headTimestamp })
}

describe('the fork configurations', () => {
  it('are of the newest fork, the next and the last one', () => {
    const times = (headTimestamp: bigint) => {
      const { current, next, last } = configsAt(headTimestamp)
      return [current, next, last].map((config) => config?.activationTime)
    }
    expect(times(99n)).toEqual([0n, 100n, 300n])
    expect(times(100n)).toEqual([100n, 200n, 300n])
    expect(times(299n)).toEqual([200n, 300n, 300n])
    expect(times(300n)).toEqual([300n, undefined, undefined])
  })

  it('have the blob schedule that holds then, none before Cancun', () => {
    const { current, next, last } = configsAt(99n)
    expect(current?.blobSchedule).toBeUndefined()
    expect(next?.blobSchedule).toEqual(rules.blobSchedules.cancun)
    expect(last?.blobSchedule).toEqual(rules.blobSchedules.bpo1)
  })

  it('take Ethereum mainnet for what the chain leaves open', () => {
    expect(configsAt(200n).current?.blobSchedule).toEqual({
      target: 6,
      max: 9,
      baseFeeUpdateFraction: 5_007_716,
    })
  })

  it('have precompiles and system contracts as each fork brings them', () => {
    const { current, next, last } = configsAt(99n)
    const names = (config: typeof current) => [
      Object.keys(config?.precompiles ?? {}).length,
      Object.keys(config?.systemContracts ?? {}).sort(),
    ]
    expect(names(current)).toEqual([9, []])
    expect(names(next)).toEqual([10, ['BEACON_ROOTS_ADDRESS']])
    expect(names(last)).toEqual([
      18,
      [
        'BEACON_ROOTS_ADDRESS',
        'CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS',
        'DEPOSIT_CONTRACT_ADDRESS',
        'HISTORY_STORAGE_ADDRESS',
        'WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS',
      ],
    ])
    expect(last?.systemContracts).toMatchObject({
      DEPOSIT_CONTRACT_ADDRESS: rules.depositContract,
    })
  })

  it('have the fork hash at their time', () => {
    const { current, next, last } = configsAt(99n)
    expect([current, next, last].map((config) => config?.forkHash)).toEqual(
      [40n, 100n, 300n].map((time) => forkHash(genesis, forks, time)),
    )
  })

  it('are none on a chain without forks by time', () => {
    const { rules: old, commonAt } = createProtocol({
      chainId: 9,
      hardfork: 'london',
      transactionGasCap: false,
    })
    expect(forkConfigs({ rules: old, commonAt, genesis, headTimestamp: 100n })).toEqual({
      current: undefined,
      next: undefined,
      last: undefined,
    })
  })
})
