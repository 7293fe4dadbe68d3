import * as v from 'valibot'
import type { Reader } from '../../../devnet/read/reader.ts'
import { matchingLogs } from '../../../execution/logFilter.ts'
import { bytesToBigInt, type Hex } from '../../../lib/hex.ts'
import type { AbiItem, AbiParameter } from '../../../types/solidity/contract.ts'
import type { View } from '../../../types/view.ts'
import { defineMethod, type Method } from '../../method.ts'
import { invalidParams } from '../../rpcError.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { address, addressKey, bytes32, data } from '../../schema/data.ts'
import { maxTopics } from '../../schema/logFilter.ts'
import { boundedList, object } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'

/** Longer ones are no signatures that anybody writes. */
const mostCharacters = 4_096

const expectedFunction =
  'expected a signature such as transfer(address,uint256), or an item of an ABI'

function isParameter(given: unknown): given is AbiParameter {
  if (typeof given !== 'object' || given === null) return false
  const { type, name = '', components } = given as AbiParameter
  if (typeof type !== 'string' || typeof name !== 'string') return false
  return components === undefined || areParameters(components)
}

function areParameters(given: unknown): boolean {
  return given === undefined || (Array.isArray(given) && given.every(isParameter))
}

/** A function: its signature with or without names and results, or the item that compilers write. */
const abiFunction = v.custom<string | AbiItem>((given) => {
  if (typeof given === 'string') return given.length <= mostCharacters
  if (typeof given !== 'object' || given === null) return false
  const { type, name, inputs, outputs } = given as AbiItem
  const isNamed = type === 'function' && typeof name === 'string'
  return isNamed && areParameters(inputs) && areParameters(outputs)
}, expectedFunction)

const expected =
  'expected an artifact, a build-info or the output of solc: an object, or an array of them'
const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const artifacts = v.custom<object | readonly object[]>(
  (given) => (Array.isArray(given) ? given.every(isObject) : isObject(given)),
  expected,
)

/** As files of `--artifacts` are read, for who has no disk in common with the node. */
const addArtifacts = defineMethod({
  name: 'preconf_addArtifacts',
  summary:
    'Takes artifacts, build-infos or outputs of compilers, so that failures are told by contract and line; answers how many contracts they have.',
  params: v.strictTuple([artifacts]),
  handler: async ({ devnet }, [given]) => {
    const index = await devnet.solidity.artifacts.index()
    return index.addJson([given].flat())
  },
})

const labels = defineMethod({
  name: 'preconf_labels',
  summary: 'The names of addresses that fixtures have given, by address.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.names.known.labels,
})

/** Sources are those of artifacts, found by the code: there is no way to ask for a file. */
const getContract = defineMethod({
  name: 'preconf_getContract',
  summary:
    'What is known of a contract: name, ABI, sources and compiler, found by its code, and what it hands calls on to, if it is a proxy; `null` without code.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet, reader }, [contract, id]) => {
    const { state } = await reader.view(id)
    const { describeContract } = await import('../../../solidity/contract/describeContract.ts')
    const index = await devnet.solidity.artifacts.current()
    return (await describeContract(state, contract, index, devnet.names.known)) ?? null
  },
})

/** Where keys of mappings are looked for: so many of the newest blocks, and logs in them. */
const mostBlocks = 512n
const mostMappingLogs = 500

const wordBytes = 32

/** Slots of mappings are hashes of keys: those of accounts, small numbers, and what the contract has logged are found. */
const getStorage = defineMethod({
  name: 'preconf_getStorage',
  summary:
    'The storage of a contract by its variables, as far as the compiler told a layout, items of mappings included; and the slots that nobody can name.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ devnet, reader }, [contract, id]) => {
    const view = await reader.view(id)
    const { namedStorage } = await import('../../../solidity/contract/namedStorage.ts')
    return namedStorage({
      state: view.state,
      address: contract,
      index: await devnet.solidity.artifacts.current(),
      fixture: devnet.names.known,
      logged: loggedWords(reader, view, contract),
    })
  },
})

/** Topics and words of data of the newest logs of a contract, newest first. */
function* loggedWords(reader: Reader, view: View, contract: Uint8Array): Generator<bigint> {
  const filter = { addresses: [contract], topics: [] }
  const lowest = view.number < mostBlocks ? 0n : view.number - mostBlocks
  const sealed = reader.filledBlocks(lowest, view.number)
  const views = view.kind === 'pending' ? [...sealed, view] : sealed
  let count = 0
  for (const { receipts } of [...views].reverse()) {
    for (const { log } of matchingLogs(filter, receipts)) {
      if (++count > mostMappingLogs) return
      // The first one names the event.
      for (const topic of log.topics.slice(1)) yield bytesToBigInt(topic)
      for (let at = 0; at < Math.min(log.data.length, 8 * wordBytes); at += wordBytes) {
        yield bytesToBigInt(log.data.subarray(at, at + wordBytes))
      }
    }
  }
}

const values = v.array(v.unknown(), 'expected an array of the arguments')

/** Arguments are written as in fixtures: `"10 ether"`, names of accounts, objects for tuples. */
const encodeCall = defineMethod({
  name: 'preconf_encodeCall',
  summary:
    'Data of a call: a function as a signature such as `transfer(address,uint256)` or as an item of an ABI, and its arguments as JSON has them.',
  params: v.strictTuple([abiFunction, v.optional(values, [])]),
  handler: async ({ devnet }, [called, given]): Promise<Hex> => {
    const { encodeFunction, parseAbi, AbiError } = await import('../../../wallet/abi.ts')
    const { abiValues } = await import('../../../files/declared/abiValue.ts')
    const { fieldOf } = await import('../../../files/declared/field.ts')
    try {
      const [item] = typeof called === 'string' ? parseAbi([`function ${called}`]) : [called]
      const { name = '', inputs = [] } = item as AbiItem
      const field = fieldOf({ name: 'arguments', lineOf: () => undefined }, [], given)
      const args = abiValues(field, inputs, {
        addressOf: (known) => devnet.names.addressOf(known),
        callData: (call) => call.refuse('give bytes as 0x and hex digits'),
      })
      return encodeFunction([item as AbiItem], name, args)
    } catch (error) {
      throw error instanceof AbiError ? invalidParams(error.message) : error
    }
  },
})

/** As many as a page of them, or a receipt, has. */
const mostLogs = 1_000

const log = object({
  address: addressKey,
  topics: boundedList(bytes32, maxTopics),
  data,
})

const logs = v.pipe(
  boundedList(log, mostLogs),
  refined((given) =>
    given.length > mostLogs ? new Problem(`expected at most ${mostLogs} logs`) : given,
  ),
)

const decodeLogs = defineMethod({
  name: 'preconf_decodeLogs',
  summary:
    'Logs in words, each with the name, signature and arguments of its event by the contracts that are known, `null` for one that is of none of them.',
  params: v.strictTuple([logs]),
  handler: async ({ devnet }, [given]) => {
    const { LogDecoder } = await import('../../../solidity/contract/logDecoder.ts')
    const index = await devnet.solidity.artifacts.current()
    const decoder = new LogDecoder(devnet.reader.head.state, index, devnet.names.known)
    return given.map((one) => decoder.decode(one) ?? null)
  },
})

/** `npx preconf coverage` tells it of several processes, and writes it to files. */
const coverage = defineMethod({
  name: 'preconf_coverage',
  summary:
    'Which lines, functions, statements and branches of each source were run, and which lines were not, where the node was started with --coverage.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.solidity.coverage.report(),
})

/** In the form of Hardhat 3's `--gas-stats-json`. */
const gasReport = defineMethod({
  name: 'preconf_gasReport',
  summary:
    'What transactions have cost by contract and function, where the node was started with --gas-report: least, most, average, median, number.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.solidity.gas.report(),
})

export const preconfContractMethods: readonly Method[] = [
  addArtifacts,
  coverage,
  decodeLogs,
  encodeCall,
  gasReport,
  getContract,
  getStorage,
  labels,
]
