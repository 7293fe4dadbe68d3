import * as v from 'valibot'
import type { NativeContracts } from '../../../ethereumjs/protocol/sharedCommon.ts'
import { equalBytes, hexToBytes, quantity } from '../../../lib/hex.ts'
import { type Context, defineMethod } from '../../../rpc/method.ts'
import { blockNumber } from '../../../rpc/schema/blockId.ts'
import { address, hash32 } from '../../../rpc/schema/data.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** The address of HYPE on HyperCore: what it gets moves there. */
const hype = hexToBytes(`0x${'22'.repeat(20)}`)

/** Takes HYPE without data, and says so: `Received(address indexed user, uint256 amount)`. */
const receive = hexToBytes(
  `0x36602e57345f52337f${'88a5966d370b9919b20f3e2c13ff65706f196a4e32cc2c12bf57088f88525874'}60205fa2005b5f5ffd`,
)

/** Takes actions for HyperCore. */
const coreWriter = hexToBytes(`0x${'33'.repeat(20)}`)

/** Fails and takes all gas: the answer of the chain to what it cannot read. */
const invalid = Uint8Array.of(0xfe)

/** Whether the address reads HyperCore: 0x…08xx. */
function isReader(address: Uint8Array): boolean {
  return address[18] === 0x08 && address.subarray(0, 18).every((byte) => byte === 0)
}

const natives: NativeContracts = {
  codeAt: (address) => {
    if (equalBytes(address, hype)) return receive
    return isReader(address) || equalBytes(address, coreWriter) ? invalid : undefined
  },
  markerAt: () => undefined,
}

const usingBigBlocks = defineMethod({
  name: 'eth_usingBigBlocks',
  summary: 'On HyperEVM whether the transactions of an address wait for large blocks.',
  params: v.strictTuple([address]),
  handler: ({ devnet }, [sender]) => devnet.largeBlocks?.isAskedBy(sender) ?? false,
})

const setUsingBigBlocks = defineMethod({
  name: 'preconf_setUsingBigBlocks',
  summary:
    'On HyperEVM makes the transactions of an address wait for large blocks or for small ones, as `evmUserModify` of HyperCore does.',
  params: v.strictTuple([address, v.boolean('expected a boolean')]),
  handler: ({ devnet }, [sender, isAsked]) => {
    devnet.largeBlocks?.ask(sender, isAsked)
    return true
  },
})

/** Returns the base fee of the next block, in wei per gas. */
async function baseFee({ reader }: Pick<Context, 'reader'>) {
  const { header } = await reader.context({ tag: 'pending' })
  return quantity(header.baseFeePerGas ?? 0n)
}

const gasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'On HyperEVM the base fee of the next small block.',
  params: v.strictTuple([]),
  handler: baseFee,
})

const bigBlockGasPrice = defineMethod({
  name: 'eth_bigBlockGasPrice',
  summary: 'On HyperEVM the base fee of the next large block.',
  params: v.strictTuple([]),
  handler: baseFee,
})

const maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'On HyperEVM always 0.',
  params: v.strictTuple([]),
  handler: () => quantity(0n),
})

const getSystemTxsByBlockNumber = defineMethod({
  name: 'eth_getSystemTxsByBlockNumber',
  summary:
    'On HyperEVM the transactions of a block that came from HyperCore, of which there are none.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber]),
  handler: async ({ reader }, [id]) => ((await reader.findBlock(id)) === undefined ? null : []),
})

const getSystemTxsByBlockHash = defineMethod({
  name: 'eth_getSystemTxsByBlockHash',
  summary:
    'On HyperEVM the transactions of a block that came from HyperCore, of which there are none.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => ((await reader.find({ hash })) === undefined ? null : []),
})

/** HyperEVM. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'HyperCore is missing: reads of it (0x…0800 to 0x…08ff) and actions for it (0x3333…) fail and take all their gas, HYPE sent to 0x2222… stays there, and no transactions of the system come.',
      'Both kinds of blocks have one base fee, by EIP-1559 from the block before; on the chain each kind has its own, and its lowest is not verified.',
      'Of a large and a small block with one timestamp the large one is first; the order on the chain is not documented.',
      "Blocks have Osaka's rules, with blobs; the chain documents Cancun's, without.",
      'Pooled transactions do not end after a day.',
      'Older states and logs of more than 50 blocks are answered, as archive nodes do. Wrapped HYPE (0x5555…) is missing.',
      'A reorg that a test makes takes back what is final; the chain never does.',
    ],
    sources: [
      {
        from: 'hyperliquid.gitbook.io, HyperEVM: dual-block architecture and JSON-RPC',
        date: '2026-11-27',
        sure: 2,
      },
      {
        from: 'hl-archive-node/nanoreth at 28f6c1e6: genesis, timestamps, transactions of the system',
        date: '2025-06-25',
        sure: 3,
      },
    ],
  },
  rules: (record) => ownRules(record, { natives }),
  methods: [
    usingBigBlocks,
    setUsingBigBlocks,
    gasPrice,
    bigBlockGasPrice,
    maxPriorityFeePerGas,
    getSystemTxsByBlockNumber,
    getSystemTxsByBlockHash,
  ],
}
