import { createEVM } from '@ethereumjs/evm'
import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { hardforks } from '../../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { precompileAddresses } from '../../../src/execution/forkConfig.ts'

beforeAll(() => initCrypto())

describe('the precompiles', () => {
  it.each(hardforks)('of %s are those that the EVM has', async (hardfork) => {
    const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
    const common = protocol.commonAt(0n, 0n)
    const evm = await createEVM({ common })
    const addresses = Object.values(precompileAddresses(common)).map((hex) => hex.slice(2))
    expect(addresses.sort()).toEqual([...evm.precompiles.keys()].sort())
  })

  it('bear the names of EIP-7910', () => {
    const protocol = createProtocol({ chainId: 1, hardfork: 'osaka', transactionGasCap: false })
    expect(precompileAddresses(protocol.commonAt(0n, 0n))).toMatchObject({
      ECREC: `0x${'0'.repeat(39)}1`,
      BN254_PAIRING: `0x${'0'.repeat(39)}8`,
      BLS12_MAP_FP2_TO_G2: `0x${'0'.repeat(38)}11`,
      P256VERIFY: `0x${'0'.repeat(37)}100`,
    })
  })
})
