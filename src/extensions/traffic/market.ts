import { concatBytes } from '@ethereumjs/util'
import type { Devnet } from '../../devnet/devnet.ts'
import { call } from '../../execution/call.ts'
import { construct } from '../../execution/construct.ts'
import { bytesToBigInt, equalBytes, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import type { LoadedContract } from '../../types/fixture.ts'
import type { StateEdit, StateTree } from '../../types/state.ts'
import { plainSignature } from '../../wallet/selector.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { contractCode } from './contractCode.ts'

/** A token of an exchange, by its position there. */
export type Position = 0 | 1

/** An exchange like fixtures/Exchange.sol between two tokens like fixtures/Token.sol. Addresses have 20 bytes. */
export interface Market {
  readonly exchange: Uint8Array
  readonly tokens: readonly [Uint8Array, Uint8Array]
}

const text = (value: string) => new TextEncoder().encode(value)
export const word = (value: bigint | number) => numberToBytes(value, 32)
const wordOfAddress = (address: Uint8Array) => concatBytes(new Uint8Array(12), address)
export const selector = (signature: string) => keccak256(text(signature)).subarray(0, 4)

/** The address of a contract of the traffic. */
export function placeOf(name: string): Uint8Array {
  return keccak256(text(`preconf traffic ${name}`)).subarray(12)
}

/** The market that is placed where no fixture has one. */
export const ownMarket: Market = {
  exchange: placeOf('exchange'),
  tokens: [placeOf('DAI'), placeOf('WETH')],
}

const ether = 10n ** 18n
const maxWord = 2n ** 256n - 1n

/** What the own exchange begins with: 3000 DAI for a WETH. */
const ownReserves = [30_000_000n * ether, 10_000n * ether] as const
const ownNames = [
  ['Traffic Dai', 'DAI'],
  ['Traffic Ether', 'WETH'],
] as const
const positions = [0, 1] as const

const swapSignature = 'swap(address,uint256,uint256,address,uint256)'
const swap = selector(swapSignature)
const transfer = selector('transfer(address,uint256)')

/** The slot of `balanceOf[owner]` in fixtures/Token.sol. */
function balanceSlot(owner: Uint8Array): Uint8Array {
  return keccak256(concatBytes(wordOfAddress(owner), word(3)))
}

/** The slot of `allowance[owner][spender]` in fixtures/Token.sol. */
function allowanceSlot(owner: Uint8Array, spender: Uint8Array): Uint8Array {
  const ofOwner = keccak256(concatBytes(wordOfAddress(owner), word(4)))
  return keccak256(concatBytes(wordOfAddress(spender), ofOwner))
}

/** The slot of `totalSupply` in fixtures/Token.sol. */
const supplySlot = word(2)

/** A string of up to 31 bytes as Solidity stores it. */
function shortString(value: string): Uint8Array {
  const bytes = text(value)
  return concatBytes(bytes, new Uint8Array(31 - bytes.length), Uint8Array.of(bytes.length * 2))
}

/** Returns the exchange of a fixture, if one has an exchange with reserves, or the own one. */
export async function marketOf(devnet: Devnet): Promise<Market> {
  for (const contract of devnet.names.contracts) {
    const market = isExchange(contract) ? await marketAt(devnet, contract) : undefined
    if (market !== undefined) return market
  }
  return ownMarket
}

function isExchange({ abi }: LoadedContract): boolean {
  const functions = abi.filter(({ type }) => type === 'function').map(plainSignature)
  return [swapSignature, 'token0()', 'token1()', 'reserve0()'].every((one) =>
    functions.includes(one),
  )
}

/** The exchange at an address; none where the code of its tokens is not that of fixtures/Token.sol. */
async function marketAt(
  { reader, machines, built }: Devnet,
  { address }: LoadedContract,
): Promise<Market | undefined> {
  const context = reader.nextContext(built.pending)
  const exchange = hexToBytes(address)
  const read = (view: string) => call(machines, context, { to: exchange, data: selector(view) })
  const code = hexToBytes(contractCode.Token)
  const tokens: Uint8Array[] = []
  for (const view of ['token0()', 'token1()']) {
    const token = (await read(view)).subarray(12)
    if (!equalBytes(context.state.code(token), code)) return undefined
    tokens.push(token)
  }
  const held = bytesToBigInt(await read('reserve0()'))
  if (held === 0n || held !== reservesOf({ exchange }, context.state)[0]) return undefined
  return { exchange, tokens: tokens as [Uint8Array, Uint8Array] }
}

/** What makes the own market, with the result of its constructor. */
export async function ownMarketEdits(devnet: Devnet): Promise<readonly StateEdit[]> {
  const { reader, machines, built } = devnet
  const { exchange, tokens } = ownMarket
  const initCode = concatBytes(
    hexToBytes(contractCode.Exchange),
    ...tokens.map((token) => wordOfAddress(token)),
  )
  const construction = { at: exchange, initCode, from: new Uint8Array(20), value: 0n }
  const made = await construct(machines, reader.nextContext(built.pending), construction)
  // The shares belong to no one.
  const storage = [...ownReserves, 10n ** 24n].map(
    (value, slot) => [word(slot), word(value)] as const,
  )
  return [...positions.map(tokenEdit), ...made, { address: exchange, storage }]
}

function tokenEdit(position: Position): StateEdit {
  const held = ownReserves[position]
  const values = [...ownNames[position].map(shortString), word(held)]
  const storage = [
    ...values.map((value, slot) => [word(slot), value] as const),
    [balanceSlot(ownMarket.exchange), word(held)] as const,
  ]
  const code = hexToBytes(contractCode.Token)
  return { address: ownMarket.tokens[position], code, nonce: 1n, storage }
}

/** Whether an account has tokens of the market. */
export function isFunded({ tokens }: Market, owner: Uint8Array, state: StateTree): boolean {
  return state.storage(tokens[0], balanceSlot(owner)).some((byte) => byte !== 0)
}

/** Accounts that one edit funds: others get their turn between two edits. */
const fundedAtOnce = 50

/**
 * Gives each of these accounts as much of both tokens as the exchange has, and lets it use them. What is read of the
 * state is read at once.
 */
export function fundingEdits(
  { exchange, tokens }: Market,
  owners: readonly Uint8Array[],
  state: StateTree,
): Iterable<StateEdit> {
  const reserves = reservesOf({ exchange }, state)
  const supplies = positions.map((position) => {
    const supply = bytesToBigInt(state.storage(tokens[position], supplySlot)) || reserves[position]
    return supply + reserves[position] * BigInt(owners.length)
  })
  return (function* edits() {
    for (const position of positions) {
      const [address, held] = [tokens[position], reserves[position]]
      yield { address, storage: [[supplySlot, word(supplies[position] ?? 0n)]] }
      for (let from = 0; from < owners.length; from += fundedAtOnce) {
        const storage = owners
          .slice(from, from + fundedAtOnce)
          .flatMap((owner) => [
            [balanceSlot(owner), word(held)] as const,
            [allowanceSlot(owner, exchange), word(maxWord)] as const,
          ])
        yield { address, storage }
      }
    }
  })()
}

/** What the exchange has of its tokens. */
export function reservesOf(
  { exchange }: Pick<Market, 'exchange'>,
  state: StateTree,
): readonly [bigint, bigint] {
  const [one, other] = positions.map((slot) => bytesToBigInt(state.storage(exchange, word(slot))))
  return one === undefined || other === undefined || one === 0n ? ownReserves : [one, other]
}

/** The data of a transfer of tokens. */
export function transferData(to: Uint8Array, amount: bigint): Uint8Array {
  return concatBytes(transfer, wordOfAddress(to), word(amount))
}

/** The data of a swap that gives tokens of this position. */
export function swapData(
  { tokens }: Market,
  position: Position,
  amounts: { readonly given: bigint; readonly least: bigint },
  to: Uint8Array,
): Uint8Array {
  const { given, least } = amounts
  const [token, deadline] = [wordOfAddress(tokens[position]), word(maxWord)]
  return concatBytes(swap, token, word(given), word(least), wordOfAddress(to), deadline)
}

/** What is swapped for an amount with these reserves, the given token's first. */
export function amountOut(
  given: bigint,
  [reserveIn, reserveOut]: readonly [bigint, bigint],
): bigint {
  const afterFee = given * 997n
  return (afterFee * reserveOut) / (reserveIn * 1000n + afterFee)
}
