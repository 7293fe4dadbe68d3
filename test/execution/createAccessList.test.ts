import { describe, expect, it } from 'vitest'
import { createAccessList } from '../../src/execution/createAccessList.ts'
import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import type { CallRequest } from '../../src/types/request.ts'
import type { GenesisAccount } from '../../src/types/state.ts'
import { assemble, deploying, type Item, sending } from './assemble.ts'
import { addressOf, contract, createEngine, funded } from './engine.ts'

const sender = addressOf(1)
const other = addressOf(9)
const limitMs = 5_000

const word = (value: number) => numberToBytes(value, 32)

/** The access list of a call to contract 2 with this code, as hex. */
async function listOf(
  items: readonly Item[],
  fields: CallRequest = {},
  accounts: readonly GenesisAccount[] = [],
) {
  const { machines, context } = await createEngine({
    accounts: [funded(1), contract(2, assemble(...items)), ...accounts],
  })
  const request = { from: sender, to: addressOf(2), ...fields }
  const { accessList, ...rest } = await createAccessList({ machines, limitMs }, context, request)
  return { ...rest, accessList: shown(accessList) }
}

function shown(list: Awaited<ReturnType<typeof createAccessList>>['accessList']) {
  return list.map(([address, slots]): [Hex, Hex[]] => [bytesToHex(address), slots.map(bytesToHex)])
}

describe('an access list', () => {
  it('has slots and addresses in order, with what calls reach', async () => {
    const inner = assemble(5, 'SLOAD', 'POP')
    const { accessList } = await listOf(
      [7, 'SLOAD', 3, 'SSTORE', 0, 'SLOAD', other, 'BALANCE', ...sending(addressOf(3), 0)],
      {},
      [contract(3, inner)],
    )
    expect(accessList).toEqual([
      [bytesToHex(addressOf(2)), [word(0), word(3), word(7)].map(bytesToHex)],
      [bytesToHex(addressOf(3)), [bytesToHex(word(5))]],
      [bytesToHex(other), []],
    ])
  })

  it.each([
    ['BALANCE', [other, 'BALANCE']],
    ['EXTCODESIZE', [other, 'EXTCODESIZE']],
    ['EXTCODEHASH', [other, 'EXTCODEHASH']],
    ['CALL', sending(other, 0)],
    ['CALLCODE', [0, 0, 0, 0, 0, other, 'GAS', 'CALLCODE']],
    ['DELEGATECALL', [0, 0, 0, 0, other, 'GAS', 'DELEGATECALL']],
    ['STATICCALL', [0, 0, 0, 0, other, 'GAS', 'STATICCALL']],
    ['SELFDESTRUCT', [other, 'SELFDESTRUCT']],
  ] as const)('has the address that %s touches', async (_name, items) => {
    const { accessList } = await listOf(items)
    expect(accessList).toEqual([[bytesToHex(other), []]])
  })

  it('leaves out what is warm anyway: sender, recipient and precompiles', async () => {
    const precompile = new Uint8Array(20)
    precompile[19] = 4
    const touched = [sender, addressOf(2), precompile].flatMap((address): Item[] => [
      address,
      'BALANCE',
    ])
    expect((await listOf(touched)).accessList).toEqual([])
  })

  it('has the coinbase, as geth has it', async () => {
    const { accessList } = await listOf(['COINBASE', 'BALANCE'])
    expect(accessList).toEqual([[`0x${'c0'.repeat(20)}`, []]])
  })

  it('leaves out a contract being created, but not its slots', async () => {
    const init = deploying(assemble('STOP'))
    const { machines, context } = await createEngine({ accounts: [funded(1)] })
    const plain = await createAccessList({ machines, limitMs }, context, {
      from: sender,
      data: init,
    })
    expect(plain).toMatchObject({ accessList: [], failure: undefined })
    const { accessList } = await createAccessList({ machines, limitMs }, context, {
      from: sender,
      data: assemble(1, 6, 'SSTORE'),
    })
    expect(accessList).toHaveLength(1)
    expect(shown(accessList)[0]?.[1]).toEqual([bytesToHex(word(6))])
  })

  it('is the one with which the transaction touches nothing else', async () => {
    // Loads slot 1 with more than 76,000 gas left, which no list leaves it; else slot 0.
    const items: Item[] = ['GAS', 76_000, 'LT', 'SLOAD']
    const { accessList } = await listOf(items, { gas: 100_000n })
    expect(accessList).toEqual([[bytesToHex(addressOf(2)), [word(0), word(1)].map(bytesToHex)]])
  })

  it('grows from the one that is given', async () => {
    const given = [
      [sender, []],
      [other, [word(4)]],
    ] as const
    const { accessList } = await listOf([1, 'SLOAD'], { accessList: given })
    expect(accessList).toEqual([
      [bytesToHex(addressOf(2)), [bytesToHex(word(1))]],
      [bytesToHex(other), [bytesToHex(word(4))]],
    ])
  })

  it('says why the transaction fails with it', async () => {
    expect(await listOf([9, 'SLOAD', 0, 0, 'REVERT'])).toMatchObject({
      accessList: [[bytesToHex(addressOf(2)), [bytesToHex(word(9))]]],
      failure: 'execution reverted',
    })
    const spent = await listOf([1, 'SLOAD', 'INVALID'], { gas: 90_000n })
    expect(spent).toMatchObject({ failure: 'invalid opcode: INVALID', gasUsed: 90_000n })
  })

  it('refuses a message that cannot run, and more authorizations than its gas is for', async () => {
    await expect(listOf([], { gas: 20_000n })).rejects.toMatchObject({
      code: -32000,
      message: 'failed to apply transaction: err: intrinsic gas too low: have 20000, want 21000',
    })
    const empty = new Uint8Array()
    const authorization = [empty, other, empty, empty, empty, empty] as const
    await expect(
      listOf([], { gas: 49_999n, authorizationList: [authorization, authorization] }),
    ).rejects.toMatchObject({
      message: 'insufficient gas to process all authorizations',
    })
  })

  it('is refused where no gas could pay for what is given', async () => {
    const accessList = Array.from({ length: 30 }, (_, index) => [addressOf(index), []] as const)
    await expect(listOf([], { gas: 50_000n, accessList })).rejects.toMatchObject({
      message: 'insufficient gas for 30 addresses and slots in the access list',
    })
  })

  it('is not looked for without end', async () => {
    const { machines, context } = await createEngine({
      accounts: [contract(2, hexToBytes('5b5f56'))],
      elapsedMs: (looks) => looks * 100,
    })
    const request = { to: addressOf(2), gas: 50_000_000n }
    await expect(createAccessList({ machines, limitMs }, context, request)).rejects.toMatchObject({
      name: 'TraceTimeout',
      message: expect.stringContaining('the limit is 5000 ms'),
    })
  })
})
