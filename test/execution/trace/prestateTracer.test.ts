import { createAddressFromString } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { createAddress } from '../../../src/execution/rules/receipt.ts'
import {
  type PrestateResult,
  type PrestateTracerOptions,
  prestateTracer,
} from '../../../src/execution/trace/prestateTracer.ts'
import { traceBlock } from '../../../src/execution/trace/replay.ts'
import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import type { StateTree } from '../../../src/types/state.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract, funded } from '../engine.ts'
import { buildBlock, tracedForks } from './replayed.ts'
import { calling, creating, plenty, remembering, type TraceSetting, traced } from './tracing.ts'

const trace = (setting: TraceSetting, options: PrestateTracerOptions = {}) =>
  traced(prestateTracer(options, plenty), setting)

const key = (byte: number): Hex => bytesToHex(addressOf(byte))
const word = (value: number): Uint8Array => numberToBytes(value, 32)
const slot = (value: number): Hex => bytesToHex(word(value))
const sender = key(0xff)
const coinbase: Hex = `0x${'c0'.repeat(20)}`

/** A state with changes applied to it as a reader of the trace would. */
async function applied(state: StateTree, { pre, post = new Map() }: PrestateResult) {
  const next = state.fork()
  for (const address of pre.keys()) {
    if (!post.has(address)) await next.deleteAccount(createAddressFromString(address))
  }
  for (const [address, { balance, nonce, code, storage }] of post) {
    const bytes = hexToBytes(address)
    next.writeAccount(bytes, {
      ...(balance !== undefined && { balance }),
      ...(nonce !== undefined && { nonce }),
    })
    if (code !== undefined) next.writeCode(bytes, code)
    for (const cleared of pre.get(address)?.storage.keys() ?? []) {
      next.writeStorage(bytes, hexToBytes(cleared), word(0))
    }
    for (const [written, value] of storage) next.writeStorage(bytes, hexToBytes(written), value)
  }
  return next.tree()
}

describe('prestateTracer', () => {
  it('tells sender, recipient and coinbase as they were', async () => {
    const { pre, post } = await trace({
      accounts: [funded(1, 7n), { address: coinbase, balance: 3n }],
      request: { value: 5n, gasPrice: 1_000n },
    })
    expect(post).toBeUndefined()
    expect(pre).toEqual(
      new Map([
        [sender, { balance: 10n ** 18n, nonce: 0n, storage: new Map() }],
        [key(1), { balance: 7n, nonce: 0n, storage: new Map() }],
        [coinbase, { balance: 3n, nonce: 0n, storage: new Map() }],
      ]),
    )
  })

  it('tells accounts that were not there only when it is asked to', async () => {
    expect([...(await trace({})).pre.keys()]).toEqual([sender])
    const { pre } = await trace({}, { includeEmpty: true })
    expect([...pre.keys()]).toEqual([sender, key(1), coinbase])
  })

  it('tells slots that are read and written, as they were', async () => {
    const code = assemble(5, 1, 'SSTORE', 6, 1, 'SSTORE', 2, 'SLOAD')
    const account = { ...contract(1, code), storage: [[word(2), word(9)]] as const }
    const { pre } = await trace({ accounts: [account] })
    expect(pre.get(key(1))?.storage).toEqual(
      new Map([
        [slot(1), word(0)],
        [slot(2), word(9)],
      ]),
    )
  })

  it('leaves out code and slots when it is asked to', async () => {
    const accounts = [contract(1, assemble(5, 1, 'SSTORE'))]
    const { pre } = await trace({ accounts }, { disableCode: true, disableStorage: true })
    const account = pre.get(key(1))
    expect(account).toMatchObject({ code: undefined, storage: new Map() })
    expect(account?.codeHash).toBeInstanceOf(Uint8Array)
  })

  it.each(['BALANCE', 'EXTCODESIZE', 'EXTCODEHASH', 'SELFDESTRUCT'] as const)(
    'tells an account that is looked at by %s',
    async (opcode) => {
      const accounts = [contract(1, assemble(addressOf(2), opcode)), funded(2)]
      expect((await trace({ accounts })).pre.has(key(2))).toBe(true)
    },
  )

  it('tells accounts that are called, with those that they are delegated to', async () => {
    const delegation = Uint8Array.of(0xef, 0x01, 0x00, ...addressOf(3))
    const accounts = [
      contract(1, assemble(...calling('STATICCALL', addressOf(2), {}))),
      contract(2, delegation),
      contract(3, assemble('STOP')),
    ]
    expect([...(await trace({ accounts })).pre.keys()]).toEqual([
      ...[sender, key(1), key(2), key(3)],
    ])
    const direct = await trace({ accounts, request: { to: addressOf(2) } })
    expect([...direct.pre.keys()]).toEqual([sender, key(2), key(3)])
  })

  it('tells nothing of an instruction that could not begin', async () => {
    const accounts = [contract(1, assemble(addressOf(2), 'BALANCE')), funded(2)]
    expect((await trace({ accounts, request: { gas: 22_000n } })).pre.has(key(2))).toBe(false)
    expect((await trace({ accounts, request: { gas: 24_000n } })).pre.has(key(2))).toBe(true)
  })

  it('takes back no account that was told before', async () => {
    const code = assemble(addressOf(2), 'BALANCE', 'POP', 0, 0, 0, 0, 1, addressOf(2), 1, 'CALL')
    const accounts = [contract(1, code), funded(2)]
    expect((await trace({ accounts, request: { gas: 26_000n } })).pre.has(key(2))).toBe(true)
  })
})

describe('prestateTracer in diff mode', () => {
  const diffMode = { diffMode: true }

  it('tells what has changed, before and after, and nothing of what was only read', async () => {
    const code = assemble(5, 1, 'SSTORE', 2, 'SLOAD', addressOf(2), 'BALANCE')
    const account = { ...contract(1, code), storage: [[word(2), word(9)]] as const }
    const { pre, post } = await trace({ accounts: [account, funded(2)] }, diffMode)
    expect([...pre.keys()]).toEqual([sender, key(1)])
    expect(pre.get(key(1))).toMatchObject({ code, nonce: 1n, storage: new Map() })
    expect(post).toEqual(
      new Map([
        [sender, { nonce: 1n, storage: new Map() }],
        [key(1), { storage: new Map([[slot(1), word(5)]]) }],
      ]),
    )
  })

  it('tells a created contract only after, and an old one that is made there also before', async () => {
    const data = assemble(1, 0, 'RETURN')
    const created = bytesToHex(createAddress(addressOf(0xff), 0n))
    const fresh = await trace({ request: { to: undefined, data } }, diffMode)
    expect(fresh.pre.has(created)).toBe(false)
    expect(fresh.post?.get(created)).toMatchObject({ nonce: 1n, code: new Uint8Array(1) })
    const accounts = [{ address: created, balance: 5n }]
    const old = await trace({ accounts, request: { to: undefined, data } }, diffMode)
    expect(old.pre.get(created)).toMatchObject({ balance: 5n })
  })

  it('tells a destroyed account only before, since Cancun only when it is new', async () => {
    const accounts = [contract(1, assemble(addressOf(2), 'SELFDESTRUCT'), 5n)]
    const before = await trace({ accounts, hardfork: 'shanghai' }, diffMode)
    expect([before.pre.has(key(1)), before.post?.has(key(1))]).toEqual([true, false])
    const since = await trace({ accounts, hardfork: 'cancun' }, diffMode)
    expect(since.pre.get(key(1))).toMatchObject({ balance: 5n })
    expect(since.post?.get(key(1))).toEqual({ balance: 0n, storage: new Map() })
  })

  it('tells nothing of a contract that is created and destroyed', async () => {
    const init = assemble(addressOf(2), 'SELFDESTRUCT')
    const code = assemble(...remembering(init), ...creating({ length: init.length }))
    const { pre, post } = await trace({ accounts: [contract(1, code)] }, diffMode)
    expect([...pre.keys()]).toEqual([sender, key(1)])
    expect([...(post?.keys() ?? [])]).toEqual([sender, key(1)])
  })

  // Before EIP-161 a call of nobody left an empty account behind, which geth does not tell.
  const forks = tracedForks.filter((fork) => fork !== 'chainstart' && fork !== 'homestead')

  it.each(forks)('tells all that leads from one state to the next: %s', async (hardfork) => {
    const { engine, block, receipts, states } = await buildBlock(hardfork)
    const tracers = receipts.map(() => prestateTracer({ diffMode: true }, plenty))
    await traceBlock(engine, block, (index) => tracers[index] ?? {})
    for (const [index, tracer] of tracers.entries()) {
      const next = await applied(states[index] as StateTree, tracer.result())
      expect([index, bytesToHex(next.root())]).toEqual([
        index,
        bytesToHex((states[index + 1] as StateTree).root()),
      ])
    }
  })
})
