import { createBlockHeader } from '@ethereumjs/block'
import { expect, test } from 'vitest'
import { hashHeader } from '../../../src/ethereumjs/header.ts'
import { hardforks } from '../../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'

test.each(hardforks)(
  'a header of %s has the hash and the size that EthereumJS gives it',
  (hardfork) => {
    const protocol = createProtocol({ chainId: 31_337, hardfork, transactionGasCap: false })
    const common = protocol.commonAt(0n, 0n)
    const bytes = (value: number) => new Uint8Array(32).fill(value)
    const fields = {
      parentHash: bytes(1),
      coinbase: new Uint8Array(20).fill(2),
      stateRoot: bytes(3),
      transactionsTrie: bytes(4),
      receiptTrie: bytes(5),
      logsBloom: new Uint8Array(256).fill(6),
      number: 2n ** 40n,
      gasLimit: 30_000_000n,
      timestamp: 1_767_225_600n,
      extraData: Uint8Array.of(7),
      mixHash: bytes(8),
    }
    for (const gasUsed of [0n, 1n, 21_000n]) {
      const data = { ...fields, gasUsed }
      const options = { common, skipConsensusFormatValidation: true }
      const [header, expected] = [
        createBlockHeader(data, options),
        createBlockHeader(data, options),
      ]
      expect(hashHeader(header)).toBe(expected.serialize().length)
      // Its own is kept from now on.
      expect(header.hash()).toStrictEqual(expected.hash())
    }
  },
)
