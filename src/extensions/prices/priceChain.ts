import type { Devnet } from '../../devnet/devnet.ts'
import { isPreconfirming } from '../../devnet/options/cadenceOptions.ts'
import { call } from '../../execution/call.ts'
import { construct } from '../../execution/construct.ts'
import { ExecutionFailed, ExecutionReverted } from '../../execution/executionErrors.ts'
import { callLimitMs } from '../../execution/sandbox.ts'
import { writeReturned } from '../../execution/writeReturned.ts'
import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { Overrides } from '../../types/request.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import type { StateEdit, StateTree } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { decodeFunctionResult, encodeDeploy, encodeFunction, parseAbi } from '../../wallet/abi.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { priceCode } from './priceCode.ts'

/** The hash of a text. */
export function hashOf(text: string): Uint8Array {
  return keccak256(new TextEncoder().encode(text))
}

/** The address that belongs to a name. No key of it is known. */
export function derived(name: string): Hex {
  return bytesToHex(hashOf(name).subarray(12))
}

/** The contract that updates feeds and swaps in pools. */
export const mover: Hex = derived('preconf price mover')

/** The account that calls the mover. */
const operator = derived('preconf price operator')

/** Where constructors run whose results are placed elsewhere. */
const scratch = derived('preconf price scratch')

/** Wei for the fees of the operator. */
const operatorBalance = 2n ** 100n

/** The most gas of a transaction from Osaka on (EIP-7825). */
const maxGas = 2n ** 24n

/** A transaction that cannot move a price. */
class PriceNotMoved extends Error {
  override readonly name = 'PriceNotMoved'
  readonly code = -32000
}

/** A call of the mover within its transaction. */
export interface Step {
  readonly target: Hex
  readonly data: Hex
}

const moverAbi = parseAbi(['function run((address target, bytes data)[] steps)'])
const tokenAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

const constructors = {
  Feed: parseAbi(['constructor(address, uint8, uint64, string, int256, uint64, uint64)']),
  Mover: [],
  PairV2: parseAbi(['constructor(address, address, uint112, uint112, uint32)']),
  PoolV3: parseAbi(['constructor(address, address, uint24, uint128, uint160, uint32)']),
  PriceToken: parseAbi(['constructor(string, uint8)']),
  Pyth: parseAbi(['constructor(address, bytes32, int64, uint64, int32, uint64)']),
} as const

/** The ABIs of the functions that are read. */
const abis = new Map<string, Abi>()

function abiOf(signature: string): Abi {
  const known = abis.get(signature) ?? parseAbi([signature])
  abis.set(signature, known)
  return known
}

/** What prices read and write of a devnet's chain. Everything waits for what a fork lacks of its live chain. */
export class PriceChain {
  readonly #devnet: Devnet

  constructor(devnet: Devnet) {
    this.#devnet = devnet
  }

  get #newest() {
    const tag = isPreconfirming(this.#devnet.schedule.cadence) ? 'pending' : 'latest'
    return { tag } as const
  }

  /** The newest block's time, in seconds since 1970. */
  get time(): bigint {
    return this.#devnet.chain.head.header.timestamp
  }

  async code(address: Hex): Promise<Uint8Array> {
    return this.#onState((state) => state.code(hexToBytes(address)))
  }

  async slot(address: Hex, slot: Uint8Array): Promise<bigint> {
    const [value] = await this.words(address, [slot])
    return bytesToBigInt(value as Uint8Array)
  }

  /** What slots hold, 32 bytes each. */
  words(address: Hex, slots: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
    const bytes = hexToBytes(address)
    return this.#onState((state) => slots.map((slot) => state.storage(bytes, slot)))
  }

  /** What a function returns: one value, or a list of several. Throws as `call`. */
  async read(
    to: Hex,
    signature: string,
    args: readonly unknown[] = [],
    overrides: Overrides = {},
  ): Promise<unknown> {
    const { machines, reader, forked } = this.#devnet
    const abi = abiOf(signature)
    const name = abi[0]?.name as string
    const request = { to: hexToBytes(to), data: hexToBytes(encodeFunction(abi, name, args)) }
    const output = await forked.whenThere(async () =>
      call(machines, await reader.context(this.#newest), request, overrides),
    )
    return decodeFunctionResult(abi, name, bytesToHex(output))
  }

  /** The same as `read`; `undefined` where the contract has no such function. */
  async readIfThere(to: Hex, signature: string, args?: readonly unknown[]): Promise<unknown> {
    try {
      return await this.read(to, signature, args)
    } catch (error) {
      const isNoAnswer = error instanceof Error && error.name === 'AbiError'
      const isFailure = error instanceof ExecutionReverted || error instanceof ExecutionFailed
      if (isNoAnswer || isFailure) return undefined
      throw error
    }
  }

  edit(edit: StateEdit): Promise<void> {
    return this.#devnet.forked.whenThere(() => this.#devnet.development.edit(edit))
  }

  /** Puts what the constructor of a contract makes at an address; where there is code, only its storage. */
  async place(
    name: keyof typeof constructors,
    at: Hex,
    args: readonly unknown[],
    { label, isOver = false }: { readonly label: string; readonly isOver?: boolean },
  ): Promise<void> {
    const { machines, reader, forked, names } = this.#devnet
    const initCode = encodeDeploy(constructors[name], priceCode[name] as Hex, args)
    const construction = {
      at: hexToBytes(scratch),
      initCode: hexToBytes(initCode),
      from: hexToBytes(operator),
      value: 0n,
    }
    const edits = await forked.whenThere(async () =>
      construct(machines, await reader.context(this.#newest), construction),
    )
    const made = edits.find(({ address }) => bytesToHex(address) === scratch)
    const address = hexToBytes(at)
    const isNew = isOver || (await this.code(at)).length === 0
    const account = isNew ? { code: made?.code } : {}
    await this.edit({ address, ...account, storage: made?.storage })
    names.addLabel(label, at)
  }

  /** Makes the mover and its operator ready. */
  async prepare(): Promise<void> {
    if ((await this.code(mover)).length > 0) return
    await this.place('Mover', mover, [], { label: 'price mover' })
    await this.edit({ address: hexToBytes(operator), balance: operatorBalance })
    this.#devnet.names.addLabel('price operator', operator)
  }

  /** Gives an account so much of a token at least. Throws a `PriceNotMoved` for a token whose balances are not found. */
  async fund(token: Hex, account: Hex, amount: bigint): Promise<void> {
    const { machines, reader, forked, development } = this.#devnet
    const balance = await this.read(token, 'function balanceOf(address) view returns (uint256)', [
      account,
    ])
    if ((balance as bigint) >= amount) return
    const data = hexToBytes(encodeFunction(tokenAbi, 'balanceOf', [account]))
    const engine = { machines, limitMs: callLimitMs }
    await forked.whenThere(() =>
      development.editWith(async () => {
        const context = await reader.context(this.#newest)
        const write = await writeReturned(engine, context, { to: hexToBytes(token), data }, amount)
        if (write === undefined) {
          throw new PriceNotMoved(
            `no slot holds the balance of ${account} in ${token}: leave out the pools of this token`,
          )
        }
        const { address, slot, word } = write
        return { address, storage: [[slot, word]] }
      }),
    )
  }

  /** Sends the steps as one transaction. Throws a `PriceNotMoved` when they fail. */
  async send(what: string, steps: readonly Step[]): Promise<SignedTransaction> {
    const devnet = this.#devnet
    const { machines, reader, forked } = devnet
    const from = hexToBytes(operator)
    const data = hexToBytes(encodeFunction(moverAbi, 'run', [steps]))
    const request = { from, to: hexToBytes(mover), data }
    const context = () => reader.context({ tag: 'pending' })
    try {
      let used = 0n
      const onUsed = (gas: bigint) => {
        used = gas
      }
      await forked.whenThere(async () =>
        call(machines, await context(), request, undefined, undefined, onUsed),
      )
      const { baseFeePerGas, gasLimit } = (await context()).header
      const tip = devnet.suggestedTip * 10n
      const fees =
        baseFeePerGas === undefined
          ? {}
          : { maxFeePerGas: baseFeePerGas * 20n + tip, maxPriorityFeePerGas: tip }
      // What others do in the same block can make it dearer.
      const roomy = used * 2n + 100_000n
      const most = gasLimit < maxGas ? gasLimit : maxGas
      const gas = roomy < most ? roomy : most
      return await devnet.send({ ...request, ...fees, gas }, { address: from })
    } catch (error) {
      if (!(error instanceof ExecutionReverted || error instanceof ExecutionFailed)) throw error
      const advice = "give fewer sources, such as ['chainlink', 'pyth']"
      throw new PriceNotMoved(`${what} cannot be moved: ${error.message}; ${advice}`, {
        cause: error,
      })
    }
  }

  label(name: string, address: Hex): void {
    this.#devnet.names.addLabel(name, address)
  }

  #onState<Result>(read: (state: StateTree) => Result): Promise<Result> {
    const { forked, reader } = this.#devnet
    return forked.whenThere(async () => read((await reader.view(this.#newest)).state))
  }
}

/** 32 bytes of a number. */
export function word(value: bigint): Uint8Array {
  return numberToBytes(value, 32)
}

export const noAddress: Hex = '0x0000000000000000000000000000000000000000'
