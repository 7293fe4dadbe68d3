import * as v from 'valibot'
import { bytesToHex } from '../../lib/hex.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { headerInShape } from '../format/shape.ts'
import { defineMethod, type Method } from '../method.ts'
import { clientVersion as versionOf } from '../peers.ts'
import { looseBlockNumber } from '../schema/blockId.ts'
import { data } from '../schema/data.ts'

/** Answers as geth does. */
const listening = defineMethod({
  name: 'net_listening',
  summary: 'Always true.',
  params: v.strictTuple([]),
  handler: () => true,
})

/** Answers as geth does. */
const peerCount = defineMethod({
  name: 'net_peerCount',
  summary: 'Number of peers: 0.',
  params: v.strictTuple([]),
  handler: () => '0x0',
})

/** Spec: execution-apis `net_version`; Anvil has the alias. */
const version = defineMethod({
  name: 'net_version',
  aliases: ['eth_networkId'],
  summary: 'Chain id as a decimal string.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => String(devnet.protocol.chainId),
})

/** The `net_` methods. */
export const netMethods: readonly Method[] = [listening, peerCount, version]

/** The name of geth, anvil, Hardhat or ganache. */
const clientVersion = defineMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version; starts with `anvil/`, or the name of the `compat` node.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => versionOf(devnet.settings.compat),
})

/** Answers as geth does. */
const sha3 = defineMethod({
  name: 'web3_sha3',
  summary: 'Keccak-256 of bytes.',
  params: v.strictTuple([data]),
  handler: (_context, [bytes]) => bytesToHex(keccak256(bytes)),
})

/** The `web3_` methods. */
export const web3Methods: readonly Method[] = [clientVersion, sha3]

/** Otterscan checks by it whether there is a node. */
const getHeaderByNumber = defineMethod({
  name: 'erigon_getHeaderByNumber',
  summary: 'As `eth_getHeaderByNumber`; for Otterscan.',
  about: { blockNumber: 0, takesNumbers: true },
  params: v.strictTuple([looseBlockNumber]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await reader.findBlock(id)
    return block === undefined ? null : headerInShape(block, devnet)
  },
})

/** Methods that Otterscan asks of Erigon. */
export const erigonMethods: readonly Method[] = [getHeaderByNumber]
