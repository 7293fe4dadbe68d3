import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { type L1Source, type OpStackRules, opStackOf } from '../../execution/rules/opStack.ts'
import type { Lock } from '../../lib/lock.ts'
import type { L1Values } from '../../types/network.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { isAutomining } from '../options/cadenceOptions.ts'
import { big, InvalidOption } from '../options/optionValues.ts'
import type { BlockFields } from './blockFields.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import type { Development } from './development.ts'

/** A deposit as a bridge on L1 would send it. Addresses of 20 bytes, amounts in wei. */
export interface DepositRequest {
  readonly from: Uint8Array
  /** None: it creates a contract. */
  readonly to?: Uint8Array | undefined
  /** Comes to be at `from`, whatever becomes of the transaction. @default 0 */
  readonly mint?: bigint | undefined
  /** @default 0 */
  readonly value?: bigint | undefined
  /** @default 1,000,000 */
  readonly gas?: bigint | undefined
  readonly data?: Uint8Array | undefined
}

export interface SimulatedL1Deps {
  readonly lock: Lock
  readonly chain: Chain
  readonly clock: Clock
  readonly protocol: Protocol
  readonly fields: BlockFields
  readonly schedule: BlockSchedule
}

/** There is no L1 below the chain. */
class NoL1 extends Error {
  override readonly name = 'NoL1'
  readonly code = -32000

  constructor() {
    super('this chain has no L1: start it as one of the OP stack, such as with --network op')
  }
}

const usualGas = 1_000_000n

/** The gas for the system's transactions. */
const systemGas = 2_000_000n

const maxWei = 2n ** 128n

/** What each value has to be below. */
const beyond: Readonly<Record<keyof L1Values, bigint>> = {
  number: 2n ** 64n,
  timestamp: 2n ** 64n,
  baseFee: maxWei,
  blobBaseFee: maxWei,
  baseFeeScalar: 2n ** 32n,
  blobBaseFeeScalar: 2n ** 32n,
  operatorFeeScalar: 2n ** 32n,
  operatorFeeConstant: 2n ** 64n,
  daFootprintGasScalar: 2n ** 16n,
}

/** The L1 of a chain of the OP stack, as far as the chain sees it. */
export class SimulatedL1 {
  readonly #deps: SimulatedL1Deps
  readonly #development: Pick<Development, 'choose'>

  constructor(deps: SimulatedL1Deps, development: Pick<Development, 'choose'>) {
    this.#deps = deps
    this.#development = development
  }

  /**
   * What L1 is from the next block on, the open one included; number and time of the origin of that
   * block, from which L1 goes on. Throws a `NoL1` or an `InvalidOption`.
   */
  async set(values: L1Values): Promise<void> {
    this.#rules()
    const { fields } = this.#deps
    for (const [name, value] of Object.entries(values)) {
      const isOfBlock = name === 'number' || name === 'timestamp'
      if (isOfBlock && value !== undefined && fields.followsL1) {
        throw new InvalidOption(name, value, 'remove it, as the L1 beside the chain has its own')
      }
      if (!(name in beyond)) throw new InvalidOption(name, value, 'L1 has no such value')
      if (value !== undefined) big(name, value, 0n, beyond[name as keyof L1Values] - 1n)
    }
    await this.#development.choose({ l1: { ...fields.l1, ...values } })
  }

  /** What was set so far. */
  get values(): L1Values {
    return this.#deps.fields.l1
  }

  /** Follows that L1 from now on, the open block with its next change. To be called again when it has changed. */
  follow(source: L1Source): void {
    this.#deps.fields.followL1(source)
  }

  /** Makes the open block follow L1 as it is now. */
  renew(): Promise<void> {
    return this.#development.choose({})
  }

  /** Sets exactly these values, that `values` has given; those that are absent are as at the start. */
  replace(values: L1Values): Promise<void> {
    return this.#development.choose({ l1: values })
  }

  /**
   * Adds a deposit to the next block that is opened, which automining seals at once. Throws a `NoL1` or an
   * `InvalidOption`.
   */
  deposit(request: DepositRequest): Promise<SignedTransaction> {
    const { lock, chain, fields, schedule } = this.#deps
    return lock.run(async () => {
      const { rules, common } = this.#rules()
      const { from, to, mint = 0n, value = 0n, gas = usualGas, data = new Uint8Array() } = request
      const { deposits } = fields
      const waiting = deposits.reduce((sum, { envelope }) => sum + envelope.gasLimit, systemGas)
      big('gas', gas, 0n, fields.next(chain.head).gasLimit - waiting)
      big('mint', mint, 0n, maxWei - 1n)
      big('value', value, 0n, 2n ** 256n - 1n)
      // Another one for each that is made on a head, and others on each head.
      const index = (chain.head.number << 32n) + BigInt(deposits.length)
      const deposit = rules.userDeposit({ from, to, mint, value, gas, data, index }, common)
      fields.choose({ deposits: [...deposits, deposit] })
      if (isAutomining(schedule.cadence)) await schedule.seal()
      return deposit
    })
  }

  #rules(): { readonly rules: OpStackRules; readonly common: Parameters<typeof opStackOf>[0] } {
    const { chain, clock, protocol } = this.#deps
    const { number, header } = chain.head
    const common = protocol.commonAt(number + 1n, clock.nextTimestamp(header.timestamp))
    const rules = opStackOf(common)
    if (rules === undefined) throw new NoL1()
    return { rules, common }
  }
}
