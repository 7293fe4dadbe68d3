import type { ChainState } from './chainStates.ts'

/** The networks of the OP stack that have a record, in `src/extensions/networks/opStack.ts`. */
export type OpStackName =
  | 'op'
  | 'unichain'
  | 'worldchain'
  | 'xlayer'
  | 'giwa'
  | 'base'
  | 'base-flashblocks'

/** The other networks that have a record: a folder each in `src/extensions/networks/`. */
export type OwnRulesName =
  | 'arbitrum'
  | 'avalanche'
  | 'bnb'
  | 'etherlink'
  | 'hyperevm'
  | 'mantle'
  | 'megaeth'
  | 'mev-commit'
  | 'monad'
  | 'polygon'
  | 'rise'

/** What a network of one's own can be like. */
export type RecordName = OpStackName | OwnRulesName | 'polygon-preconf' | 'robinhood'

/** What `network` takes; `optimism` is another name of `op`. */
export type NetworkName = 'ethereum' | 'optimism' | RecordName

/** How a network answers to methods or subscriptions that it does not have. */
export interface Refusal {
  /** The code of JSON-RPC's error. */
  readonly code: number
  /** The message of JSON-RPC's error. */
  readonly message: string
}

/** Methods that a network's nodes refuse alike. */
export interface RefusedMethods extends Refusal {
  /** Their names. */
  readonly methods: readonly string[]
  /** Where they would be served, such as on archive nodes; none: nowhere. */
  readonly servedBy?: string | undefined
}

/** How `eth_sendRawTransactionSync` waits on a network. */
export interface SyncSend {
  /** How long it waits where no time is given, in ms. */
  readonly defaultMs: number
  /** The longest wait in ms. */
  readonly maxMs: number
  /** What happens to a longer time: it is shortened, replaced by the default, or refused with -32602. */
  readonly over: 'cut' | 'default' | 'refuse'
  /** How the time is written: as a JSON number, as a hex quantity, in either way, or not at all. */
  readonly timeout: 'number' | 'hex' | 'either' | 'none'
  /** The code of the error of a timeout; none: EIP-7966's. */
  readonly code?: number | undefined
  /** What the `data` of the error of a timeout is. */
  readonly data: 'hash' | 'object' | 'none'
  /** The message of the error of a timeout, with {hash}, {ms} and {s}; none: geth's. */
  readonly message?: string | undefined
}

/** A close frame of a WebSocket. */
export interface SocketClose {
  /** The status code of RFC 6455, such as 1001. */
  readonly code: number
  /** The reason as text, at most 123 bytes. */
  readonly reason: string
}

/** Where facts about a network come from. */
export interface NetworkSource {
  /** What it is: code, a specification, documentation or a report, and which one. */
  readonly from: string
  /** The day of the version that was read, `YYYY-MM-DD`. */
  readonly date: string
  /** How sure it is: 3 read in code or a specification, 2 documented, 1 one weak source. */
  readonly sure: 1 | 2 | 3
}

/**
 * Blocks with more gas that come less often, numbered with the others. They have the transactions of senders that have
 * asked for it, and only those.
 */
export interface LargeBlocks {
  /** The first block in each such time, counted from 1970, is a large one; a usual one follows. */
  readonly everyMs: number
  /** The gas limit of a large block. */
  readonly gasLimit: bigint
}

/** What makes a network; fees in wei. */
export interface NetworkRecord {
  /** What options and answers call the network. */
  readonly name: string
  /** Whose rules and answers it has. */
  readonly rules: 'opStack' | OwnRulesName
  /** The id of its chain. */
  readonly chainId: number
  /** The name and the symbol of what gas is paid in; none: ether. */
  readonly currency?: { readonly name: string; readonly symbol: string } | undefined
  /** Between sealed blocks. */
  readonly blockMs: number
  /** Between flashblocks (sub-blocks); none where the network has none. */
  readonly flashblockMs: number | undefined
  /** What is in a sub-block; none: what the pool holds at its time, or nothing. */
  readonly subBlocks?: SubBlocks | undefined
  /** Gas limit of blocks. */
  readonly gasLimit: bigint
  /** Blocks of another kind, between the others; none: all are alike. */
  readonly largeBlocks?: LargeBlocks | undefined
  /** How many nonces from that of its account on the pool takes of a sender; none: any. */
  readonly noncesAhead?: number | undefined
  /** How much of a full block one block's gas can move the base fee (EIP-1559). */
  readonly denominator: number
  /** How many times its gas target a block can have (EIP-1559). */
  readonly elasticity: number
  /** Wei per gas. */
  readonly minBaseFee: bigint
  /** Wei per gas of all blocks, where the base fee does not move. */
  readonly constantBaseFee?: bigint | undefined
  /** Whether a block's gas is shared out among its flashblocks. */
  readonly flashblockGas: 'cumulative' | 'full'
  /** How many blocks `safe` is behind the head. */
  readonly safeLag: number
  /** How many blocks `finalized` is behind the head. */
  readonly finalizedLag: number
  /** What a transaction and a block can be, in the order in which they come to be it. */
  readonly states: readonly ChainState[]
  /** How subscriptions that no state lists are refused, with {kind}; none: they are served as on Ethereum. */
  readonly otherSubscriptions?: Refusal | undefined
  /** Subscriptions that a connection can have, and how nodes refuse more; none: as many as the devnet's limits say. */
  readonly subscriptionLimit?: (Refusal & { readonly most: number }) | undefined
  /** How `eth_sendRawTransactionSync` answers. */
  readonly sync: SyncSend
  /** Logs that an answer can have; none: as many as the devnet's limits say. */
  readonly maxLogs?: number | undefined
  /** Whether the gas of a transaction is limited: to 2^24 (EIP-7825), or as the rules say. */
  readonly hasTransactionGasCap: boolean
  /** Bytes that the code of a contract can have; none: as on Ethereum. */
  readonly codeSizeLimit?: number | undefined
  /** How nodes close a WebSocket whose messages they have missed, or whose client is too slow; none: as most do. */
  readonly closes?: readonly SocketClose[] | undefined
  /** Methods that the network does not have, and how it says so. */
  readonly refusedMethods: readonly RefusedMethods[]
}

/** What is said of a network, and not done by it. */
export interface NetworkFacts {
  /** What of the network the devnet does not do, one sentence each. */
  readonly notModelled: readonly string[]
  readonly sources: readonly NetworkSource[]
}

/** When a sub-block is published at a tick of the cadence, and what is in it. */
export interface SubBlocks {
  /** The transactions in one; a tick publishes as many sub-blocks as it takes. */
  readonly transactions?: number | undefined
  /** A tick publishes only when the pool holds this many transactions, or this much gas. */
  readonly least?: { readonly transactions: number; readonly gas: bigint } | undefined
  /** Whether ticks without transactions publish an empty one. */
  readonly areEmptyPublished: boolean
  /** How long clients wait for what came of it after it is built, in ms. @default 0 */
  readonly executeMs?: number | undefined
  /** How long before the seal the last one is built, in ms. @default 0 */
  readonly leewayMs?: number | undefined
}

/** What makes a network of the OP stack besides. */
export interface OpStackRecord extends NetworkRecord {
  readonly rules: 'opStack'
  /** How eth_subscribe handles flashblock subscriptions: serves them, rejects them, or never sends one. */
  readonly flashblockSubscriptions: 'served' | 'refused' | 'silent'
  /**
   * Whether the builder's stream is that of the specification of August 2026 (specs/protocol/subblocks.md): zeros and
   * nothing where sealing decides, and metadata with the block's number alone.
   */
  readonly hasPlainStream: boolean
  /** Whether nodes say what they support: `op_supportedCapabilities`. */
  readonly hasCapabilities: boolean
  /** Whether nodes have X Layer's kind of subscription, `flashblocks`. */
  readonly hasFlashblocksKind: boolean
  /** Whether eth_subscribe reports pending transactions. */
  readonly tellsOfPool: boolean
  /**
   * When Base's upgrade Azul begins, seconds; none: never. From then on the stream of a builder says
   * `access_list` beside each flashblock, before it `receipts` and `new_account_balances`.
   */
  readonly azulTime: bigint | undefined
  /** Whether blocks have a time in milliseconds, which a second system transaction passes on (Base's BaseTime). */
  readonly hasBaseTime: boolean
  /** Whether Base's B20 tokens and their registries are there. */
  readonly hasB20: boolean
  /** Weight of the base fee of L1 in fees for data, in millionths. */
  readonly baseFeeScalar: number
  /** Weight of the blob base fee of L1 in fees for data, in millionths. */
  readonly blobBaseFeeScalar: number
  /** Operator fee per gas, in millionths of a wei. */
  readonly operatorFeeScalar: number
  /** Operator fee of each transaction, in wei. */
  readonly operatorFeeConstant: bigint
  /** 0 stands for 400. */
  readonly daFootprintGasScalar: number
}

/** A network of one's own: as one of those here but for what it says. */
export interface NetworkOptions extends Partial<Omit<OpStackRecord, 'rules'>> {
  /** The network that decides what is not given here. */
  readonly like: RecordName
}

/** What a simulated L1 says; what is absent stays as it is. Fees in wei. */
export interface L1Values {
  /** The number of the L1 block that the next block follows. */
  readonly number?: bigint | undefined
  /** The time of that block, in seconds. */
  readonly timestamp?: bigint | undefined
  /** Wei per gas. */
  readonly baseFee?: bigint | undefined
  /** Wei per blob gas. */
  readonly blobBaseFee?: bigint | undefined
  /** The weight of L1's base fee in the L1 fee, in millionths. */
  readonly baseFeeScalar?: number | undefined
  /** The weight of L1's blob base fee in the L1 fee, in millionths. */
  readonly blobBaseFeeScalar?: number | undefined
  /** The operator fee for each gas, in units of the hardfork's formula. */
  readonly operatorFeeScalar?: number | undefined
  /** The operator fee of each transaction, in wei. */
  readonly operatorFeeConstant?: bigint | undefined
  /** The gas that a byte of a transaction's compressed size counts towards the block's limit. */
  readonly daFootprintGasScalar?: number | undefined
}
