import * as v from 'valibot'
import { yieldToEventLoop } from '../../../clock/pace.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { matchingLogs } from '../../../execution/logFilter.ts'
import { bytesToBigInt, type Hex } from '../../../lib/hex.ts'
import { defineMethod, type Method } from '../../../rpc/method.ts'
import { optionalBlockId } from '../../../rpc/schema/blockId.ts'
import { address, addressKey, bytes32, data, hash32 } from '../../../rpc/schema/data.ts'
import { maxTopics } from '../../../rpc/schema/logFilter.ts'
import { boundedList, object } from '../../../rpc/schema/object.ts'
import { Problem, refined } from '../../../rpc/schema/parsed.ts'
import type { NamedCall } from '../../../types/solidity/contract.ts'
import type { View } from '../../../types/view.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CallNames } from '../contract/describeContract.ts'
import { solidityOf } from '../node/solidity.ts'

const expected =
  'expected an artifact, a build-info or the output of solc: an object, or an array of them'
const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const artifacts = v.custom<object | readonly object[]>(
  (given) => (Array.isArray(given) ? given.every(isObject) : isObject(given)),
  expected,
)

/** Reads artifacts as `--artifacts` does, for clients on another machine. */
const addArtifacts = defineMethod({
  name: 'preconf_addArtifacts',
  summary:
    'Takes artifacts, build-infos or compiler outputs, so that failures name contract and line; returns the number of contracts.',
  params: v.strictTuple([artifacts]),
  handler: async ({ devnet }, [given]) => {
    const index = await solidityOf(devnet).artifacts.index()
    return index.addJson([given].flat())
  },
})

const solcVersion = v.optional(v.string())
const compiled = v.optional(v.looseObject({}))

/** Hardhat's own tasks send what the compiler got and gave after every compilation. */
const addCompilationResult = defineMethod({
  name: 'hardhat_addCompilationResult',
  aliases: ['anvil_addCompilationResult', 'evm_addCompilationResult'],
  summary:
    "Takes the compiler's version, input and output, so that failures name contract and line; returns true.",
  params: v.strictTuple([solcVersion, compiled, compiled]),
  handler: async ({ devnet }, [version, input, output]) => {
    if (output === undefined || devnet.settings.artifacts === false) return true
    const index = await solidityOf(devnet).artifacts.index()
    await index.addJson([{ solcVersion: version, input, output }])
    return true
  },
})

/** Sources are those of artifacts, found by the code: there is no way to ask for a file. */
const getContract = defineMethod({
  name: 'preconf_getContract',
  summary:
    'Name, ABI, sources and compiler of a known contract, and the implementation of a proxy; `null` without code.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet, reader }, [contract, id]) => {
    const { state } = await reader.view(id)
    const { describeContract } = await import('../contract/describeContract.ts')
    const index = await solidityOf(devnet).artifacts.current()
    return (await describeContract(state, contract, index, devnet.names.known)) ?? null
  },
})

/** The numbers of newest blocks, and of logs in them, in which keys of mappings are searched. */
const maxBlocks = 512n
const maxMappingLogs = 500

const wordBytes = 32

/** Slots of mappings are hashes of keys: those of accounts, small numbers, and what the contract has logged are found. */
const getStorage = defineMethod({
  name: 'preconf_getStorage',
  summary:
    'The storage of a contract by variable, including mappings, where a layout is known; and all other slots.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet, reader }, [contract, id]) => {
    const view = await reader.view(id)
    const { namedStorage } = await import('../contract/namedStorage.ts')
    return namedStorage({
      state: view.state,
      address: contract,
      index: await solidityOf(devnet).artifacts.current(),
      fixture: devnet.names.known,
      logged: loggedWords(reader, view, contract),
    })
  },
})

/** Topics and words of data of the newest logs of a contract, newest first. */
function* loggedWords(reader: Reader, view: View, contract: Uint8Array): Generator<bigint> {
  const filter = { addresses: [contract], topics: [] }
  const lowest = view.number < maxBlocks ? 0n : view.number - maxBlocks
  const sealed = reader.filledBlocks(lowest, view.number)
  const views = view.kind === 'pending' ? [...sealed, view] : sealed
  let count = 0
  for (const { receipts } of [...views].reverse()) {
    for (const { log } of matchingLogs(filter, receipts)) {
      if (++count > maxMappingLogs) return
      // The first one names the event.
      for (const topic of log.topics.slice(1)) yield bytesToBigInt(topic)
      for (let at = 0; at < Math.min(log.data.length, 8 * wordBytes); at += wordBytes) {
        yield bytesToBigInt(log.data.subarray(at, at + wordBytes))
      }
    }
  }
}

/** The number of logs on a page, or in a receipt. */
const maxLogs = 1_000

const log = object({
  address: addressKey,
  topics: boundedList(bytes32, maxTopics),
  data,
})

const logs = v.pipe(
  boundedList(log, maxLogs),
  refined((given) =>
    given.length > maxLogs ? new Problem(`expected at most ${maxLogs} logs`) : given,
  ),
)

const decodeLogs = defineMethod({
  name: 'preconf_decodeLogs',
  summary:
    'Decodes logs by known contracts: name, signature and arguments of each event, or `null`.',
  params: v.strictTuple([logs]),
  handler: async ({ devnet }, [given]) => {
    const { LogDecoder } = await import('../contract/logDecoder.ts')
    const index = await solidityOf(devnet).artifacts.current()
    const decoder = new LogDecoder(devnet.reader.head.state, index, devnet.names.known)
    return given.map((one) => decoder.decode(one) ?? null)
  },
})

/** `npx preconf coverage` merges it from several processes, and writes it to files. */
const coverage = defineMethod({
  name: 'preconf_coverage',
  summary: 'Line, function, statement and branch coverage of each source; needs --coverage.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => solidityOf(devnet).coverage.report(),
})

/** Answers in the form of Hardhat 3's `--gas-stats-json`. */
const gasReport = defineMethod({
  name: 'preconf_gasReport',
  summary: 'Gas by contract and function: min, max, average, median, calls; needs --gas-report.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => solidityOf(devnet).gas.report(),
})

/** The number of entries on a page of the list. */
const maxNamed = 1_000

const hashes = v.pipe(
  boundedList(hash32, maxNamed),
  refined((given) =>
    given.length > maxNamed ? new Problem(`expected at most ${maxNamed} hashes`) : given,
  ),
)

/** Other tasks run after this many. */
const namedPerTurn = 16

/** Files are read only where a contract is not known yet, so asking again for a known one costs no disk access. */
const decodeTransactions = defineMethod({
  name: 'preconf_decodeTransactions',
  summary:
    'Decodes transactions by known contracts: contract, signature and custom error of each, or `null`.',
  params: v.strictTuple([hashes]),
  handler: async ({ devnet, reader }, [given]): Promise<readonly (NamedCall | null)[]> => {
    const { CallNames } = await import('../contract/describeContract.ts')
    const { artifacts } = solidityOf(devnet)
    const nameAll = async (index: ArtifactIndex): Promise<(NamedCall | null)[]> => {
      const names = new CallNames(index, devnet.names.known)
      const named: (NamedCall | null)[] = []
      for (const hash of given) {
        named.push(nameOf(reader, hash, names) ?? null)
        if (named.length % namedPerTurn === 0) await yieldToEventLoop()
      }
      return named
    }
    const named = await nameAll(await artifacts.index())
    return named.includes(null) ? nameAll(await artifacts.current()) : named
  },
})

function nameOf(reader: Reader, hash: Hex, names: CallNames): NamedCall | undefined {
  const located = reader.transaction(hash)
  if (located === undefined) return undefined
  const { block = reader.pending ?? reader.head, transaction, receipt } = located
  const { to, data } = transaction.envelope
  const reverted = receipt?.status === 0 ? receipt.output : undefined
  return names.of(block.state, { to: to?.bytes, data, reverted })
}

export const contractMethods: readonly Method[] = [
  addArtifacts,
  addCompilationResult,
  coverage,
  decodeLogs,
  decodeTransactions,
  gasReport,
  getContract,
  getStorage,
]
