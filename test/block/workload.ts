import type { Common } from '@ethereumjs/common'
import { createTx, type TypedTxData } from '@ethereumjs/tx'
import { eoaCode7702SignAuthorization } from '@ethereumjs/util'
import { addressOfKey } from '../../src/ethereumjs/crypto.ts'
import { signed } from '../../src/ethereumjs/transaction/decodeTransaction.ts'
import {
  consolidationRequests,
  create2Deployer,
  withdrawalRequests,
} from '../../src/execution/rules/systemContracts.ts'
import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import {
  deployNothing,
  deployStop,
  depositContract,
  destructor,
  invalid,
  logger,
  looper,
  reverter,
  storer,
  witness,
} from './contracts.ts'

const gwei = 10n ** 9n

export const keys = [1, 2, 3, 4].map((number) => numberToBytes(number, 32))

/** Words of 32 bytes, one after the other, as input. */
export function words(...values: readonly (bigint | number)[]): Uint8Array {
  const input = new Uint8Array(values.length * 32)
  values.forEach((value, index) => {
    input.set(numberToBytes(value, 32), index * 32)
  })
  return input
}

/** The log data of a deposit of so many gwei, as the deposit contract lays it out (EIP-6110). */
export function depositData(amount: number): Uint8Array {
  const data = new Uint8Array(576).fill(0)
  const fields = [
    [160, 48],
    [256, 32],
    [320, 8],
    [384, 96],
    [512, 8],
  ] as const
  fields.forEach(([offset, length], index) => {
    data.set(numberToBytes(offset, 32), index * 32)
    data.set(numberToBytes(length, 32), offset)
    data.fill(amount + index, offset + 32, offset + 32 + length)
  })
  return data
}

/** Signs transactions with ascending nonces for each key. */
export class Wallet {
  readonly #common: Common
  readonly #nonces: bigint[]

  constructor(common: Common, nonces = keys.map(() => 0n)) {
    this.#common = common
    this.#nonces = nonces
  }

  /** A wallet that signs under other rules and counts on with this one. */
  under(common: Common): Wallet {
    return new Wallet(common, this.#nonces)
  }

  get common(): Common {
    return this.#common
  }

  send(from: number, fields: TypedTxData): SignedTransaction {
    const nonce = this.#nonces[from] as bigint
    this.#nonces[from] = nonce + 1n
    return this.sign(from, { nonce, ...fields })
  }

  /** Signs without counting. */
  sign(from: number, fields: TypedTxData): SignedTransaction {
    const type = Number(fields.type ?? 0)
    const fees =
      type < 2
        ? { gasPrice: 10n * gwei }
        : { maxFeePerGas: 20n * gwei, maxPriorityFeePerGas: 2n * gwei }
    const data = { gasLimit: 200_000n, ...fees, ...fields } as TypedTxData
    const envelope = createTx(data, { common: this.#common }).sign(keys[from] as Uint8Array)
    return signed(envelope)
  }

  /** An authorization (EIP-7702) of `from` for code at an address, good when `nonce` is the account's. */
  authorize(from: number, address: Hex, nonce: bigint) {
    return eoaCode7702SignAuthorization(
      {
        chainId: this.#common.chainId() === 0n ? '0x0' : `0x${this.#common.chainId().toString(16)}`,
        address,
        nonce: `0x${nonce.toString(16)}`,
      },
      keys[from] as Uint8Array,
    )
  }
}

/** What one transaction does. */
export type Deed = (wallet: Wallet, from: number, seed: number) => SignedTransaction

const somebody: Hex = `0x${'5b'.repeat(20)}`

function call(to: Hex | Uint8Array, data: (seed: number) => Uint8Array, value = 0n): Deed {
  return (wallet, from, seed) => wallet.send(from, { to, data: data(seed), value })
}

/** Everything a transaction can do under these rules, by name. */
export function deeds(common: Common): Readonly<Record<string, Deed>> {
  const all: Record<string, Deed> = {
    transfer: (wallet, from, seed) =>
      wallet.send(from, { to: somebody, value: BigInt(seed), gasLimit: 21_000n }),
    transferOfNothing: (wallet, from, seed) =>
      wallet.send(from, { to: numberToBytes(seed + 1000, 20), gasLimit: 21_000n }),
    create: (wallet, from) => wallet.send(from, { data: deployStop }),
    createWithValue: (wallet, from) => wallet.send(from, { data: deployStop, value: 5n }),
    store: call(storer.address, (seed) => words(seed % 7, seed)),
    clear: call(storer.address, (seed) => words(seed % 7, 0)),
    log: call(logger.address, (seed) => words(seed, seed)),
    outOfGas: call(looper.address, () => new Uint8Array()),
    invalidOpcode: call(invalid.address, (seed) => words(seed)),
    selfdestruct: call(destructor.address, () => new Uint8Array(), 3n),
    witness: call(witness(common).address, () => new Uint8Array()),
    precompile: call(numberToBytes(2, 20), (seed) => words(seed)),
  }
  if (common.gteHardfork('byzantium')) {
    all.revert = call(reverter.address, (seed) => words(seed))
    all.createReverted = (wallet, from) => wallet.send(from, { data: deployNothing })
  }
  if (common.gteHardfork('constantinople')) {
    all.create2 = call(create2Deployer.address, (seed) =>
      Uint8Array.of(...words(seed), ...deployStop),
    )
  }
  if (common.isActivatedEIP(2930)) {
    all.accessList = (wallet, from, seed) =>
      wallet.send(from, {
        type: 1,
        to: storer.address,
        data: words(seed % 7, seed),
        accessList: [{ address: storer.address, storageKeys: [bytesToHex(words(seed % 7))] }],
      })
  }
  if (common.isActivatedEIP(1559)) {
    all.dynamicFee = (wallet, from, seed) =>
      wallet.send(from, {
        type: 2,
        to: logger.address,
        data: words(seed),
        maxPriorityFeePerGas: BigInt(seed),
      })
  }
  if (common.isActivatedEIP(4844)) {
    all.blob = (wallet, from, seed) =>
      wallet.send(from, {
        type: 3,
        to: logger.address,
        data: words(seed),
        maxFeePerBlobGas: gwei,
        blobVersionedHashes: [`0x01${'b1'.repeat(31)}`],
      })
  }
  if (common.isActivatedEIP(7702)) {
    all.setCode = (wallet, from, seed) =>
      wallet.send(from, {
        type: 4,
        to: bytesToHex(addressOfKey(delegator)),
        data: words(seed % 7, seed),
        authorizationList: [
          eoaCode7702SignAuthorization(
            { chainId: '0x0', address: storer.address, nonce: '0x0' },
            delegator,
          ),
        ],
      })
    all.deposit = call(depositContract.address, (seed) => depositData(seed % 200))
    all.withdrawalRequest = call(
      withdrawalRequests.address,
      (seed) => new Uint8Array(56).fill(seed),
      1000n,
    )
    all.consolidationRequest = call(
      consolidationRequests.address,
      (seed) => new Uint8Array(96).fill(seed),
      1000n,
    )
    all.refusedRequest = call(withdrawalRequests.address, () => hexToBytes('00'), 1n)
  }
  return all
}

/** A key whose account only signs authorizations. */
const delegator = numberToBytes(99, 32)
