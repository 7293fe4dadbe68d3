// The parts of the official test files that are read: https://ethereum-tests.readthedocs.io
import type { Hex } from '../../src/lib/hex.ts'

/** What became of a test. */
export interface Outcome {
  /** The test's name in its file; for a state test with the fork and its position. */
  readonly name: string
  readonly kind: 'passed' | 'failed' | 'leftOut'
  /** Why it failed or was left out. */
  readonly reason?: string
}

/** Accounts by address, all numbers in hex. */
export type Accounts = Readonly<
  Record<
    Hex,
    {
      readonly balance: Hex
      readonly nonce: Hex
      readonly code: Hex
      readonly storage: Readonly<Record<Hex, Hex>>
    }
  >
>

/** Parameters of blobs by the name of a fork, numbers in hex. */
export type BlobSchedules = Readonly<
  Record<
    string,
    { readonly target: Hex; readonly max: Hex; readonly baseFeeUpdateFraction: Hex } | undefined
  >
>

export interface BlockchainTest {
  readonly network: string
  /** Where the source of the test is, at the tag of its release. */
  readonly _info?: { readonly url?: string }
  readonly genesisBlockHeader: Readonly<Record<string, Hex>>
  readonly pre: Accounts
  readonly lastblockhash: Hex
  readonly config?: { readonly blobSchedule?: BlobSchedules; readonly chainid?: Hex }
  readonly blocks: readonly {
    readonly rlp: Hex
    readonly blockHeader?: Readonly<Record<string, Hex>>
    readonly expectException?: string
    readonly blockAccessList?: readonly { readonly address: Hex }[]
  }[]
}

export interface StateTest {
  readonly env: Readonly<Record<string, Hex>>
  readonly pre: Accounts
  readonly config?: { readonly blobSchedule?: BlobSchedules; readonly chainid?: Hex }
  readonly post: Readonly<
    Record<
      string,
      readonly { readonly hash: Hex; readonly txbytes?: Hex; readonly expectException?: string }[]
    >
  >
}
