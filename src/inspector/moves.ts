import type { CallFrame } from './trace.ts'
import type { Hex } from './wire.ts'

/** Ether or a token that went from one account to another. */
export interface Move {
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
  /** Absent for ether. */
  readonly token?: Hex
  /** The number of a token that is not like the others: ERC-721, ERC-1155. */
  readonly id?: bigint
}

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721, `TransferSingle` and `TransferBatch` of ERC-1155. */
export const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Ether that calls have sent, in their order; what was undone is not among it. */
export function etherMoves(frame: CallFrame): readonly Move[] {
  if (frame.error !== undefined) return []
  const amount = BigInt(frame.value)
  const isMove = amount > 0n && !/^(?:DELEGATECALL|CALLCODE)$/.test(frame.kind)
  const own = isMove ? [{ from: frame.from, to: frame.to, amount }] : []
  const inner = frame.steps.flatMap((step) => (step.step === 'call' ? etherMoves(step) : []))
  return [...own, ...inner]
}

/** What is read of a log. */
interface MovingLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Tokens that a log says to have moved. */
export function tokenMoves({ address: token, topics, data }: MovingLog): readonly Move[] {
  const [kind, first, second, third] = topics
  if (first === undefined || second === undefined) return []
  const words =
    data
      .slice(2)
      .match(/.{64}/g)
      ?.map((word) => BigInt(`0x${word}`)) ?? []
  const one = (from: Hex, to: Hex) => ({ token, from: accountOf(from), to: accountOf(to) })
  if (kind === transfer) {
    if (third !== undefined) return [{ ...one(first, second), amount: 1n, id: BigInt(third) }]
    return [{ ...one(first, second), amount: words[0] ?? 0n }]
  }
  if (third === undefined) return []
  const [id, amount] = words
  if (kind === single && id !== undefined && amount !== undefined) {
    return [{ ...one(second, third), id, amount }]
  }
  if (kind !== batch || id === undefined || amount === undefined) return []
  const ids = listAt(words, id)
  const amounts = listAt(words, amount)
  return ids.map((number, at) => ({ ...one(second, third), id: number, amount: amounts[at] ?? 0n }))
}

function accountOf(topic: Hex): Hex {
  return `0x${topic.slice(-40)}`
}

/** A list of the ABI by its offset in bytes. */
function listAt(words: readonly bigint[], offset: bigint): readonly bigint[] {
  const at = Number(offset / 32n)
  return words.slice(at + 1, at + 1 + Number(words[at] ?? 0n))
}
