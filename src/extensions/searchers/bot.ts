import { concatBytes } from '@ethereumjs/util'
import type { Devnet } from '../../devnet/devnet.ts'
import { addressOfKey } from '../../ethereumjs/crypto.ts'
import type { FeeCaps } from '../../execution/rules/fees.ts'
import { callLimitMs } from '../../execution/sandbox.ts'
import { writeReturned } from '../../execution/writeReturned.ts'
import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { encodeFunction, parseAbi } from '../../wallet/abi.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { searcherCode } from './searcherCode.ts'
import { nextContext, type Simulated, simulate } from './simulation.ts'

/** A call that the searcher's contract makes. */
export interface Step {
  readonly target: Hex
  readonly data: Hex
}

/** What a transaction offers, wei per gas. */
export type Fees = Pick<FeeCaps, 'feeCap' | 'tipCap'>

const abi = parseAbi([
  'struct Call { address target; bytes data; }',
  'function run(Call[] calls, address token, uint256 least)',
  'function balanceOf(address account) view returns (uint256)',
])

const ether = 2n ** 200n
/** What it has of each token that it trades; some tokens count in 96 bits. */
const funds = 2n ** 95n

/** Hashes of what was sent that are kept. */
const maxSent = 1000

const text = (value: string) => new TextEncoder().encode(value)

/** The account of a searcher, and the contract that holds its tokens. */
export class Bot {
  readonly address: Uint8Array
  /** 20 bytes. */
  readonly contract: Uint8Array
  readonly #name: string
  readonly #devnet: Devnet
  readonly #privateKey: Uint8Array
  #sent: readonly Hex[] = []

  constructor(devnet: Devnet, name: string) {
    this.#devnet = devnet
    this.#name = name
    this.#privateKey = keccak256(text(`preconf searcher ${devnet.settings.seed} ${name}`))
    this.address = addressOfKey(this.#privateKey)
    this.contract = keccak256(concatBytes(text('preconf searcher'), this.address)).subarray(12)
  }

  get sent(): readonly Hex[] {
    return this.#sent
  }

  /** Whether some of what it has sent waits. */
  get isWaiting(): boolean {
    const { pending, queued } = this.#devnet.pool.contentOf(this.address)
    return pending.length + queued.length > 0
  }

  /** Places its contract and its ether, unless they are there. */
  async place(): Promise<void> {
    const { development, names, forked } = this.#devnet
    const { state } = nextContext(this.#devnet)
    if ((await forked.whenThere(() => state.code(this.contract))).length > 0) return
    const code = hexToBytes(searcherCode.Searcher)
    const owner = [numberToBytes(0, 32), concatBytes(new Uint8Array(12), this.address)] as const
    const contract = { address: this.contract, code, nonce: 1n, storage: [owner] }
    for (const edit of [contract, { address: this.address, balance: ether }]) {
      await forked.whenThere(() => development.edit(edit))
    }
    names.addLabel(`searcher ${this.#name}`, bytesToHex(this.address))
    names.addLabel(`searcher ${this.#name} contract`, bytesToHex(this.contract))
  }

  /** Gives its contract a token, unless it has some. Whether it has. */
  async hold(token: Hex): Promise<boolean> {
    const { development, machines, forked } = this.#devnet
    const data = hexToBytes(encodeFunction(abi, 'balanceOf', [bytesToHex(this.contract)]))
    const request = { to: hexToBytes(token), data }
    const [held] = await simulate(this.#devnet, [request])
    if (held?.isDone !== true || held.output.length !== 32) return false
    if (bytesToBigInt(held.output) > 0n) return true
    const write = await forked.whenThere(async () => {
      const context = nextContext(this.#devnet)
      return writeReturned({ machines, limitMs: callLimitMs }, context, request, funds)
    })
    if (write === undefined) return false
    const { address, slot, word } = write
    await forked.whenThere(() => development.edit({ address, storage: [[slot, word]] }))
    return true
  }

  /** The call that makes these steps, and reverts when they bring less than `least` of the token. */
  run(steps: readonly Step[], token: Hex, least: bigint): CallRequest {
    const data = hexToBytes(encodeFunction(abi, 'run', [steps, token, least]))
    return { from: this.address, to: this.contract, data }
  }

  /** Sends a call that was simulated, with these fees. */
  async send(
    { to, data, value }: CallRequest,
    { gasUsed }: Simulated,
    { tipCap, feeCap }: Fees,
  ): Promise<SignedTransaction> {
    const { header } = nextContext(this.#devnet)
    const fees =
      header.baseFeePerGas === undefined
        ? { gasPrice: feeCap }
        : { maxPriorityFeePerGas: tipCap, maxFeePerGas: feeCap }
    // Others may change what it finds.
    const gas = (gasUsed * 3n) / 2n + 50_000n
    const request = { to, data, value, gas, ...fees }
    const sender = { address: this.address, privateKey: this.#privateKey }
    const transaction = await this.#devnet.send(request, sender)
    this.#sent = [...this.#sent, transaction.hash].slice(-maxSent)
    return transaction
  }
}
