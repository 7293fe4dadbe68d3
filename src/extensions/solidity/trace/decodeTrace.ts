import { yieldToEventLoop } from '../../../clock/pace.ts'
import { consoleAddress } from '../../../ethereumjs/knownAddress.ts'
import { consoleLine } from '../../../execution/consoleLog.ts'
import { panicCode, revertReason } from '../../../execution/executionErrors.ts'
import {
  bytesToHex,
  equalBytes,
  type Hex,
  hexToBytes,
  numberToBytes,
  quantity,
} from '../../../lib/hex.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import type {
  CallTrace,
  DecodedTrace,
  TraceArgument,
  TracedCall,
  TracedChange,
  TracedEvent,
  TraceStep,
} from '../../../types/solidity/callTrace.ts'
import type { Abi, AbiItem } from '../../../types/solidity/contract.ts'
import { decodeEvent, decodeParameters } from '../../../wallet/abi.ts'
import { checksumAddress } from '../../../wallet/checksumAddress.ts'
import { plainSignature } from '../../../wallet/selector.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract } from '../artifacts/contractCode.ts'
import { abiLookup, argumentsOf, formatArguments, withoutFunction } from './abiLookup.ts'
import {
  isFrame,
  isInternal,
  type RawFrame,
  type RawLog,
  type RawStep,
  type RawTrace,
} from './internalWalk.ts'
import { StorageNames } from './storageNames.ts'

/** Names of the precompiles by their addresses, as the EIPs and Foundry have them. */
const names: readonly (readonly [address: number, name: string])[] = [
  [0x01, 'ecrecover'],
  [0x02, 'sha256'],
  [0x03, 'ripemd'],
  [0x04, 'identity'],
  [0x05, 'modexp'],
  [0x06, 'ecadd'],
  [0x07, 'ecmul'],
  [0x08, 'ecpairing'],
  [0x09, 'blake2f'],
  [0x0a, 'pointEvaluation'],
  [0x0b, 'bls12G1Add'],
  [0x0c, 'bls12G1Msm'],
  [0x0d, 'bls12G2Add'],
  [0x0e, 'bls12G2Msm'],
  [0x0f, 'bls12PairingCheck'],
  [0x10, 'bls12MapFpToG1'],
  [0x11, 'bls12MapFp2ToG2'],
  [0x100, 'p256Verify'],
]

const byAddress: ReadonlyMap<number, string> = new Map(names)

/** What the precompile at an address is called. */
function precompileName(address: Uint8Array): string {
  const low = ((address[18] ?? 0) << 8) | (address[19] ?? 0)
  return byAddress.get(low) ?? 'precompile'
}

type Contracts = Pick<ArtifactIndex, 'byCode' | 'byInitCode' | 'contracts'>

/** The number of frames after which other work gets a turn: less than a millisecond each. */
const framesPerTurn = 16

/** A trace in the words of the contracts that are known, and of the names of fixtures. */
export async function decodeTrace(
  trace: RawTrace,
  contracts: Contracts,
  fixture: LoadedFixture,
): Promise<DecodedTrace> {
  const decoder = new TraceDecoder(trace, contracts, fixture)
  const call = await decoder.frame(trace.root, false)
  return { call, labels: decoder.labels }
}

/** Decodes the wanted frames of a trace, outermost first, each without what happened within it. */
export async function decodeCalls(
  trace: RawTrace,
  isWanted: (frame: RawFrame) => boolean,
  contracts: Contracts,
  fixture: LoadedFixture,
): Promise<readonly TracedCall[]> {
  const decoder = new TraceDecoder(trace, contracts, fixture)
  const calls: TracedCall[] = []
  const frames = [trace.root]
  for (let frame = frames.pop(); frame !== undefined; frame = frames.pop()) {
    if (!isWanted(frame)) continue
    if (calls.length % framesPerTurn === 0) await yieldToEventLoop()
    calls.push(decoder.call(frame))
    frames.push(...frame.steps.filter(isFrame).reverse())
  }
  return calls
}

class TraceDecoder {
  readonly labels: Record<Hex, string>
  readonly #trace: RawTrace
  readonly #contracts: Contracts
  readonly #fixture: LoadedFixture
  readonly #storage = new Map<CompiledContract, StorageNames | undefined>()
  #frames = 0

  constructor(trace: RawTrace, contracts: Contracts, fixture: LoadedFixture) {
    this.#trace = trace
    this.#contracts = contracts
    this.#fixture = fixture
    this.labels = { ...fixture.labels }
  }

  /** `isUndone`: whether a frame around it has failed. */
  async frame(raw: RawFrame, isUndone: boolean): Promise<CallTrace> {
    if (++this.#frames % framesPerTurn === 0) await yieldToEventLoop()
    const contract = this.#contractOf(raw)
    const to = bytesToHex(raw.to)
    if (contract !== undefined && raw.kind !== 'DELEGATECALL') this.labels[to] ??= contract.name
    const isFailed = isUndone || raw.error !== undefined
    const steps = await this.#steps(raw.steps, raw, isFailed)
    if (!isFailed) steps.push(...(await this.#changes(raw, contract)))
    return { step: 'call', ...this.call(raw, contract), steps }
  }

  async #steps(given: readonly RawStep[], raw: RawFrame, isUndone: boolean): Promise<TraceStep[]> {
    const contract = this.#contractOf(raw)
    const steps: TraceStep[] = []
    for (const step of given) {
      if (isInternal(step)) {
        const { function: name, source } = step
        const within = await this.#steps(step.steps, raw, isUndone)
        steps.push({ step: 'internal', function: name, source, steps: within })
      } else if (!isFrame(step)) steps.push(this.#event(step, raw, contract))
      else if (equalBytes(step.to, consoleAddress)) {
        steps.push({ step: 'console', line: consoleLine(step.input) })
      } else steps.push(await this.frame(step, isUndone))
    }
    return steps
  }

  /** Decodes a call without what happened within it. */
  call(raw: RawFrame, contract = this.#contractOf(raw)): TracedCall {
    return {
      kind: raw.kind,
      firstInstruction: raw.firstInstruction,
      instructions: raw.instructions,
      from: bytesToHex(raw.from),
      to: bytesToHex(raw.to),
      ...this.#calledAs(raw, contract),
      value: quantity(raw.value),
      gas: quantity(raw.gas),
      gasUsed: quantity(raw.gasUsed),
      input: bytesToHex(raw.input),
      output: bytesToHex(raw.output),
      ...(raw.error !== undefined && { error: this.#error(raw, contract) }),
    }
  }

  #contractOf(raw: RawFrame): CompiledContract | undefined {
    if (raw.isPrecompile || raw.kind === 'SELFDESTRUCT') return undefined
    return isCreation(raw)
      ? this.#contracts.byInitCode(raw.input)
      : this.#contracts.byCode(raw.code)
  }

  /** The contract and the function, with arguments and results, as far as they are known. */
  #calledAs(raw: RawFrame, contract: CompiledContract | undefined): Partial<CallTrace> {
    const name = raw.isPrecompile ? precompileName(raw.to) : contract?.name
    const named = name === undefined ? {} : { contract: name }
    if (raw.isPrecompile || raw.kind === 'SELFDESTRUCT') return named
    if (isCreation(raw)) return { ...named, ...constructorOf(raw, contract) }
    const item = this.#functionOf(raw, contract)
    if (item === undefined) {
      const isKnown = contract !== undefined && raw.code.length > 0
      return isKnown
        ? { ...named, function: withoutFunction(raw.input.length > 0, contract.abi) }
        : named
    }
    const args = decoded(item.inputs, raw.input.subarray(4))
    if (args === undefined) return { ...named, signature: plainSignature(item) }
    const results = raw.error === undefined ? decoded(item.outputs, raw.output) : undefined
    return {
      ...named,
      function: item.name ?? '',
      signature: plainSignature(item),
      args,
      ...(results && { results }),
    }
  }

  /**
   * Returns the function by the contract's own ABI, by that of the contract it delegates the call to, or by any known
   * one.
   */
  #functionOf(raw: RawFrame, contract: CompiledContract | undefined): AbiItem | undefined {
    const selector = bytesToHex(raw.input.subarray(0, 4))
    return this.#found(raw, contract, (abi) => abiLookup(abi).functions.get(selector))
  }

  #error(raw: RawFrame, contract: CompiledContract | undefined): string {
    const { output, error = '' } = raw
    if (error !== 'execution reverted') return error
    const reason = revertReason(output)
    if (reason !== undefined) {
      const code = panicCode(output)
      return code === undefined ? reason : `panic: ${reason} (${quantity(code)})`
    }
    if (output.length === 0) return 'reverted without a reason'
    const selector = bytesToHex(output.subarray(0, 4))
    const item = this.#found(raw, contract, (abi) => abiLookup(abi).errors.get(selector))
    const args = item && decoded(item.inputs, output.subarray(4))
    if (item === undefined || args === undefined) return `custom error ${bytesToHex(output)}`
    return `${item.name}(${argumentsOf(args, this.labels)})`
  }

  #event(log: RawLog, raw: RawFrame, contract: CompiledContract | undefined): TracedEvent {
    const topics = log.topics.map((topic) => bytesToHex(topic))
    const data = bytesToHex(log.data)
    const base = { step: 'event', address: bytesToHex(log.address), topics, data } as const
    const [topic = '0x'] = topics
    const event = this.#found(raw, contract, (abi) => {
      const items = abiLookup(abi).events.get(topic)
      return items && decodeEvent(items, { topics, data })
    })
    if (event === undefined) return base
    const { item, name, args } = event
    return { ...base, event: name, args: formatArguments(item.inputs, args) }
  }

  /** What the ABI nearest to a frame knows. */
  #found<Found>(
    raw: RawFrame,
    contract: CompiledContract | undefined,
    find: (abi: Abi) => Found | undefined,
  ): Found | undefined {
    const delegates = raw.steps.filter((step) => isFrame(step) && step.kind === 'DELEGATECALL')
    const near = [contract, ...delegates.map((step) => this.#contractOf(step as RawFrame))]
    const to = bytesToHex(raw.to)
    const named = Object.values(this.#fixture.contracts).sort(
      (left, right) => Number(right.address === to) - Number(left.address === to),
    )
    for (const { abi } of [
      ...near.flatMap((known) => known ?? []),
      ...named,
      ...this.#contracts.contracts,
    ]) {
      const found = find(abi)
      if (found !== undefined) return found
    }
    return undefined
  }

  async #changes(
    raw: RawFrame,
    contract: CompiledContract | undefined,
  ): Promise<readonly TracedChange[]> {
    const changes = [...raw.changes.values()].filter(({ before, after }) => before !== after)
    if (changes.length === 0) return []
    const names = contract && (await this.#storageOf(contract))
    return changes.flatMap((change): readonly TracedChange[] => {
      const base = {
        step: 'storage',
        address: bytesToHex(raw.account),
        slot: bytesToHex(numberToBytes(change.slot, 32)),
      } as const
      const named = names?.changesOf(change) ?? []
      if (named.length > 0) return named.map((words) => ({ ...base, ...words }))
      return [{ ...base, before: quantity(change.before), after: quantity(change.after) }]
    })
  }

  async #storageOf(contract: CompiledContract): Promise<StorageNames | undefined> {
    if (!this.#storage.has(contract)) {
      const layout = await contract.storageLayout()
      const isLayout = Array.isArray(layout?.storage)
      const naming = {
        preimages: this.#trace.preimages,
        address: (address: Hex) => this.labels[address] ?? checksumAddress(hexToBytes(address)),
      }
      const names = isLayout && layout ? new StorageNames({ layout, ...naming }) : undefined
      this.#storage.set(contract, names)
    }
    return this.#storage.get(contract)
  }
}

function isCreation({ kind }: RawFrame): boolean {
  return kind === 'CREATE' || kind === 'CREATE2'
}

function constructorOf(raw: RawFrame, contract: CompiledContract | undefined): Partial<CallTrace> {
  const length = contract?.initCode?.bytes.length
  if (contract === undefined || length === undefined) return { function: 'constructor' }
  const item = contract.abi.find(({ type }) => type === 'constructor')
  const args = decoded(item?.inputs, raw.input.subarray(length))
  return { function: 'constructor', ...(args && { args }) }
}

/** Nothing for data that are of something else. */
function decoded(
  parameters: AbiItem['inputs'],
  data: Uint8Array,
): readonly TraceArgument[] | undefined {
  try {
    return formatArguments(parameters, decodeParameters(parameters, bytesToHex(data)))
  } catch {
    return undefined
  }
}
