import { createBlockHeader } from '@ethereumjs/block'
import { EVM, type ExecResult } from '@ethereumjs/evm'
import { createTx, type FeeMarket1559Tx } from '@ethereumjs/tx'
import { Account, Address, bytesToHex, createZeroAddress } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { copyHeader } from '../../src/ethereumjs/header.ts'
import {
  cacheOf,
  chainParamsOf,
  doneBy,
  hashCacheOf,
  insideOf,
  insideOfJournal,
  lendStackAndMemory,
  memoryOf,
  type RunState,
  setStackLength,
  stockInterpreterClass,
} from '../../src/ethereumjs/privateMembers.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { decodeFeeMarket } from '../../src/ethereumjs/transaction/decodeFeeMarket.ts'
import { signedWith } from '../../src/ethereumjs/transaction/decodeTransaction.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { assemble, type Item } from '../execution/assemble.ts'

await initCrypto()
const protocol = createProtocol({ chainId: 1, hardfork: 'osaka', transactionGasCap: true })
const common = protocol.commonAt(7n, 7n)
const key = new Uint8Array(32).fill(5)

/** An EVM of EthereumJS's without anything of ours. */
const createStockEvm = () => new EVM({ common, stateManager: emptyState().fork() })

const add: Item[] = [1, 2, 'ADD', 0, 'MSTORE']

/** What a frame leaves that has run these opcodes. */
async function runStateOf(...items: readonly Item[]): Promise<RunState & { result: ExecResult }> {
  const result = await createStockEvm().runCode({
    code: assemble(...items),
    gasLimit: 100_000n,
    to: createZeroAddress(),
  })
  const { runState } = result
  if (runState === undefined) throw new Error('EVM.runCode gives no runState any more')
  return Object.assign(runState, { result })
}

describe('EVM', () => {
  it('_block and _tx: what runCall sets is what opcodes read', async () => {
    const evm = createStockEvm()
    const inside = insideOf(evm)
    const seen: unknown[] = []
    const run = inside.runInterpreter.bind(evm)
    inside.runInterpreter = (message, options) => {
      seen.push(inside._block, inside._tx)
      return run(message, options)
    }
    const block = { header: createBlockHeader({ number: 7n }, { common }) }
    const origin = new Address(new Uint8Array(20).fill(1))
    const to = new Address(new Uint8Array(20).fill(2))
    await evm.stateManager.putCode(to, assemble('STOP'))
    await evm.runCall({ block, to, gasLimit: 100_000n, gasPrice: 5n, origin })
    expect(
      seen,
      'runCall keeps block, gas price and origin elsewhere, or does not run code by runInterpreter: see topLevelCall.ts and fastInterpreter.ts',
    ).toEqual([block, expect.objectContaining({ gasPrice: 5n, origin })])
  })

  it('_opcodeMap: an entry for each byte, with its prices', () => {
    const map = insideOf(createStockEvm())._opcodeMap
    const words = 'EVM._opcodeMap has another shape: see gasSchedule.ts and OpcodeEntry'
    expect(map.length, words).toBe(256)
    expect(map[0x01]?.opcodeInfo, words).toMatchObject({
      fee: 3,
      dynamicGas: false,
      isInvalid: false,
    })
    expect(map[0x0c]?.opcodeInfo.isInvalid, words).toBe(true)
  })

  it('_opcodeMap[].gasHandler: gives the gas once the memory has grown', async () => {
    const evm = createStockEvm()
    const map = insideOf(evm)._opcodeMap
    const entry = map[0x52]
    const seen: bigint[] = []
    if (entry?.gasHandler === undefined) throw new Error('MSTORE has no gasHandler any more')
    const { gasHandler } = entry
    map[0x52] = {
      ...entry,
      gasHandler: async (runState, ...rest) => {
        const gas = await gasHandler(runState, ...rest)
        seen.push(runState.memoryWordCount)
        return gas
      },
    }
    await evm.runCode({ code: assemble(...add), gasLimit: 1_000n })
    expect(seen, 'memory grows elsewhere than where gas is computed: see memoryLimit.ts').toEqual([
      1n,
    ])
  })

  it('runInterpreter: all code is run through it, with a message', async () => {
    const evm = createStockEvm()
    const seen: unknown[] = []
    insideOf(evm).runInterpreter = (message) => {
      seen.push(message.code)
      return { executionGasUsed: 1n, returnValue: Uint8Array.of(7) }
    }
    const code = assemble('STOP')
    const { returnValue } = await evm.runCode({ code, gasLimit: 1_000n })
    expect(
      [seen, returnValue],
      'runCode has another way to run code: see fastInterpreter.ts',
    ).toEqual([[code], Uint8Array.of(7)])
  })

  it('_loadCode: brings the code that a call runs', async () => {
    const evm = createStockEvm()
    const inside = insideOf(evm)
    inside._loadCode = async (message) => {
      message.code = assemble(32, 0, 'RETURN')
      message.isCompiled = false
    }
    const to = new Address(new Uint8Array(20).fill(2))
    const { execResult } = await evm.runCall({ to, gasLimit: 1_000n })
    expect(execResult.returnValue, 'runCall loads code elsewhere: see nativeContracts.ts').toEqual(
      new Uint8Array(32),
    )
  })
})

describe('Journal', () => {
  it('journal, alwaysWarmJournal, touched and touchAccount go by 40 hex digits', () => {
    const evm = createStockEvm()
    const inside = insideOfJournal(evm)
    const [warm, always, touched] = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte))
    const digits = (bytes?: Uint8Array) => bytesToHex(bytes as Uint8Array).slice(2)
    evm.journal.addWarmedAddress(warm as Uint8Array)
    evm.journal.addAlwaysWarmAddress(digits(always))
    inside.touchAccount(digits(touched))
    expect(
      [
        inside.journal.has(digits(warm)),
        inside.alwaysWarmJournal.has(digits(always)),
        inside.touched.has(digits(touched)),
      ],
      'the journal keeps addresses otherwise: see hostState.ts, topLevelCall.ts and warmJournal.ts',
    ).toEqual([true, true, true])
  })

  it('has no method that our journal lacks', () => {
    const known = [
      'accessList',
      'addAlwaysWarmAddress',
      'addAlwaysWarmSlot',
      'addWarmedAddress',
      'addWarmedStorage',
      'checkpoint',
      'cleanJournal',
      'cleanup',
      'commit',
      'constructor',
      'deleteAccount',
      'isWarmedAddress',
      'isWarmedStorage',
      'preimages',
      'putAccount',
      'revert',
      'revertJournal',
      'startReportingAccessList',
      'startReportingPreimages',
      'touchAccount',
      'touchAddress',
    ]
    const { journal } = createStockEvm()
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(journal))
    const others = names.filter((name) => !known.includes(name))
    expect(others, 'EthereumJS may ask its journal for more: see warmJournal.ts').toEqual([])
  })
})

describe('Interpreter', () => {
  it('constructor: is found by an opcode, and takes what stockStep.ts gives it', async () => {
    const { interpreter } = await runStateOf(...add)
    const found = await stockInterpreterClass(createStockEvm())
    expect(interpreter, 'JUMPDEST no longer sees the interpreter in runState').toBeInstanceOf(found)
    expect(found.length, 'its constructor takes other arguments: see createInterpreter').toBe(8)
  })

  it('_runState, _env and runStep: one opcode can be run by itself, on a stack of ours', async () => {
    const evm = createStockEvm()
    const { env } = await runStateOf('STOP')
    const stock = await stockInterpreterClass(evm)
    const { stateManager, blockchain, journal } = evm
    const environment = { ...env, code: assemble('ADD') }
    const interpreter = new stock(evm, stateManager, blockchain, environment, 100n, journal)
    const items = [2n, 40n]
    const stack = {
      get length() {
        return items.length
      },
      push: (value: bigint) => items.push(value),
      pop: () => items.pop(),
      popN: (count: number) => items.splice(-count).reverse(),
      peek: (count = 1) => items.slice(-count).reverse(),
    }
    lendStackAndMemory(interpreter, stack, {})
    const { _runState } = interpreter
    _runState.opCode = 0x01
    await interpreter.runStep(insideOf(evm)._opcodeMap[0x01] as never)
    expect(
      [items, _runState.gasLeft, interpreter._env.code.length],
      'runStep, the stack or the gas of a frame work otherwise: see stockStep.ts and hostStack.ts',
    ).toEqual([[42n], 97n, 1])
  })

  it('_result: what a frame that failed had returned and logged', async () => {
    const { result } = await runStateOf(...add, 32, 0, 'LOG0', 'INVALID')
    expect(result.logs ?? []).toEqual([])
    const { logs } = doneBy(result.runState as RunState)
    expect(logs.length, 'Interpreter._result is elsewhere: see haltReason.ts and logTrace.ts').toBe(
      1,
    )
  })
})

describe('RunState', () => {
  it('memory._store: the bytes of the memory', async () => {
    const memory = memoryOf(await runStateOf(...add))
    expect(memory[31], 'Memory._store is not its bytes: see instruction.ts').toBe(3)
  })

  it('stack.length: a stack of ours has its length set', async () => {
    const runState = { stack: { length: 0 } } as unknown as RunState
    setStackLength(runState, 3)
    expect(runState.stack.length).toBe(3)
    const { stack } = await runStateOf(1, 2)
    expect(stack.length, 'Stack.length no longer counts items: see haltReason.ts').toBe(2)
  })
})

describe('BlockHeader', () => {
  const header = createBlockHeader({ number: 7n }, { common })

  it('cache.hash: is answered instead of computing the hash', () => {
    const own = copyHeader(header, {})
    hashCacheOf(own).hash = Uint8Array.of(7)
    expect(own.hash(), 'BlockHeader.hash() looks elsewhere: see hashHeader.ts').toEqual(
      Uint8Array.of(7),
    )
  })

  it('has no field that copies lack', () => {
    expect(
      Object.keys(header).sort(),
      'BlockHeader keeps other fields: see copyHeader.ts and hashHeader.ts',
    ).toEqual(Object.keys(copyHeader(header, {})).sort())
  })
})

describe('Transactions', () => {
  const fields = {
    type: 2,
    to: createZeroAddress(),
    gasLimit: 21_000n,
    maxFeePerGas: 7n,
    chainId: 1n,
  }
  const { raw } = signedWith(key, createTx(fields, { common }))

  it('cache.hash and cache.senderPubKey: are answered instead of computing them', () => {
    const { envelope } = signedWith(key, createTx(fields, { common }))
    const cache = cacheOf(envelope)
    cache.hash = Uint8Array.of(7)
    cache.senderPubKey = Uint8Array.of(8)
    expect(
      [envelope.hash(), envelope.getSenderPublicKey()],
      'a transaction looks elsewhere for its hash and key: see decodeTransaction.ts',
    ).toEqual([Uint8Array.of(7), Uint8Array.of(8)])
  })

  it('have no field that those which decodeFeeMarket makes lack', () => {
    const stock = createTx(fields, { common }) as FeeMarket1559Tx
    const ours = decodeFeeMarket(raw, common)?.envelope ?? {}
    const known = Object.keys(stock).filter(
      (name) => stock[name as keyof typeof stock] !== undefined,
    )
    expect(
      known.filter((name) => !Object.hasOwn(ours, name)),
      'FeeMarket1559Tx keeps more fields: see Envelope in decodeFeeMarket.ts',
    ).toEqual([])
  })
})

describe('Common', () => {
  it('_chainParams: the settings of the chain', () => {
    expect(
      chainParamsOf(common).name,
      'Common keeps what it is made of elsewhere: see deposits.ts',
    ).toBe('preconf')
  })
})

describe('Account', () => {
  it('_storageRoot: is what storageRoot answers', () => {
    const account = new Account()
    account._storageRoot = Uint8Array.of(7)
    expect(account.storageRoot, 'Account keeps its fields otherwise: see evmAccount.ts').toEqual(
      Uint8Array.of(7),
    )
  })
})
