import { readFileSync } from 'node:fs'
import { createBlockFromBytesArray } from '@ethereumjs/block'
import { createCommonFromGethGenesis } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { customCrypto, initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { signed } from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { StateTree } from '../../../src/types/state.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { noOfficialSuite, officialFile, officialJson } from '../../support/officialSuite.ts'

/** The blocks of the official suite's chain by number, undecided what they did: no receipts, no state. */
export async function officialBlocks(): Promise<ReadonlyMap<bigint, SealedBlock>> {
  await initCrypto()
  const genesis = officialJson('genesis.json')
  const common = createCommonFromGethGenesis(genesis, {
    chain: 'official',
    customCrypto,
    params: { bpo1: { target: 10, max: 15 }, bpo2: { target: 14, max: 21 } },
  })
  const blocks = new Map<bigint, SealedBlock>()
  let rest: Uint8Array = readFileSync(officialFile('chain.rlp'))
  while (rest.length > 0) {
    const { data, remainder } = RLP.decode(rest, true)
    const size = rest.length - remainder.length
    const block = createBlockFromBytesArray(
      data as Parameters<typeof createBlockFromBytesArray>[0],
      {
        common,
        setHardfork: true,
      },
    )
    blocks.set(block.header.number, {
      kind: 'sealed',
      hash: bytesToHex(block.hash()),
      number: block.header.number,
      block,
      header: block.header,
      transactions: block.transactions.map(signed),
      receipts: [],
      state: {} as StateTree,
      size,
    })
    rest = remainder
  }
  return blocks
}

/** The recorded exchanges of one method; none when the suite is not here. */
export function officialExchanges(
  method: string,
  names: readonly string[],
): { name: string; params: readonly unknown[]; result: unknown }[] {
  if (noOfficialSuite !== undefined) return []
  return names.map((name) => {
    const lines = readFileSync(officialFile(`${method}/${name}.io`), 'utf8').split('\n')
    const request = lines.find((line) => line.startsWith('>> '))?.slice(3) ?? ''
    const response = lines.find((line) => line.startsWith('<< '))?.slice(3) ?? ''
    return { name, params: JSON.parse(request).params, result: JSON.parse(response).result }
  })
}
