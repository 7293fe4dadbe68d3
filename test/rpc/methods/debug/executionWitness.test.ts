import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../../src/lib/hex.ts'
import type { HardforkName } from '../../../../src/types/options/options.ts'
import { assemble } from '../../../execution/assemble.ts'
import { runStateless, type Witness } from '../../../support/statelessRun.ts'
import { account, type Client, client, creationOf, word } from '../client.ts'

/** Writes the pairs of slot and value that its call data has. */
const writer = '0x60005b36811015601857806020013581355560400160025600'.replace(/00$/, '5b00') as Hex

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

async function deploy(devnet: Client, runtime: Hex): Promise<Hex> {
  const hash = await devnet.send({ data: creationOf(runtime), gas: '0x100000' })
  await devnet.seal()
  return (await devnet.ask('eth_getTransactionReceipt', hash)).contractAddress
}

/** Call data that has the writer write these. */
function pairs(values: readonly (readonly [slot: number, value: number])[]): Hex {
  return `0x${values.map(([slot, value]) => word(slot).slice(2) + word(value).slice(2)).join('')}`
}

const forks = {
  ...Object.fromEntries(
    ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg']
      .concat('istanbul', 'berlin', 'london')
      .map((name) => [`${name}Block`, 0]),
  ),
  terminalTotalDifficulty: 0,
  shanghaiTime: 0,
  cancunTime: 0,
  pragueTime: 0,
  osakaTime: 0,
}

/** Runs each block from `first` to the head with its witness alone; the witness of the last. */
async function checkBlocks(
  devnet: Client,
  hardfork: HardforkName = 'osaka',
  first = 1,
): Promise<Witness> {
  const head = Number(await devnet.ask('eth_blockNumber'))
  let witness: Witness | undefined
  for (let number = first; number <= head; number++) {
    const id = `0x${number.toString(16)}`
    witness = await devnet.ask('debug_executionWitness', id)
    const block = await devnet.ask('debug_getRawBlock', id)
    await runStateless(block, witness as Witness, { chainId: devnet.chainId, hardfork })
  }
  return witness as Witness
}

describe('debug_executionWitness', () => {
  it('has what transfers, creations and system calls need', async () => {
    await using devnet = await client()
    await deploy(devnet, writer)
    await devnet.send({ to: `0x${'ab'.repeat(20)}`, value: '0x5' })
    await devnet.send({ to: account(devnet, 3), value: '0x5' })
    await devnet.seal()
    await devnet.seal()
    const witness = await checkBlocks(devnet)
    expect(Object.keys(witness).sort()).toEqual(['codes', 'headers', 'keys', 'state'])
    const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(await devnet.ask('debug_executionWitnessByBlockHash', hash)).toEqual(witness)
    expect(await devnet.ask('debug_executionWitness', hash, 'canonical')).toEqual(witness)
  })

  it('has the nodes beside slots that are removed', async () => {
    await using devnet = await client()
    const to = await deploy(devnet, writer)
    const write = async (values: readonly (readonly [number, number])[]) => {
      await devnet.send({ to, data: pairs(values), gas: '0x200000' })
      await devnet.seal()
    }
    const all = Array.from({ length: 24 }, (_, slot) => slot)
    await write(all.map((slot) => [slot, slot + 1]))
    // One by one, so that branches are left with one child, which is a leaf, an extension or a branch.
    for (const slot of all) await write([[slot, 0]])
    await write(all.map((slot) => [slot, 7]))
    await write(all.slice(1).map((slot) => [slot, 0]))
    await write([[0, 0]])
    const witness = await checkBlocks(devnet)
    expect(witness.keys).toContain(to)
    expect(witness.keys).toContain(word(0))
    expect(witness.codes).toContain(writer)
  })

  it('fails without any of its nodes and codes', async () => {
    await using devnet = await client()
    const to = await deploy(devnet, writer)
    await devnet.send({ to, data: pairs([1, 2, 3, 4, 5].map((slot) => [slot, slot])) })
    await devnet.seal()
    await devnet.send({ to, data: pairs([[2, 0]]) })
    await devnet.seal()
    const witness: Witness = await devnet.ask('debug_executionWitness', 'latest')
    const block = await devnet.ask('debug_getRawBlock', 'latest')
    const rules = { chainId: devnet.chainId, hardfork: 'osaka' } as const
    await runStateless(block, witness, rules)
    for (const part of ['state', 'codes'] as const) {
      const without = { ...witness, [part]: witness[part].slice(1) }
      await expect(runStateless(block, without, rules)).rejects.toThrow()
    }
  })

  it('has what accounts need that go', async () => {
    const empty = `0x${'e0'.repeat(20)}`
    const others = Array.from({ length: 40 }, (_, index) => [
      `0x${(index + 1).toString(16).padStart(2, '0').repeat(20)}`,
      { balance: '0x1' },
    ])
    await using devnet = await client({
      genesis: {
        config: { chainId: 31_337, ...forks },
        alloc: {
          ...Object.fromEntries(others),
          [empty]: { balance: '0x0' },
          '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266': { balance: '0xde0b6b3a7640000' },
        },
        gasLimit: '0x1c9c380',
        difficulty: '0x0',
      },
    })
    // A contract that is created and destroyed in one transaction, with storage.
    const once = hexOf(assemble(1, 1, 'SSTORE', 'CALLER', 'SELFDESTRUCT'))
    await devnet.send({ data: once, value: '0x7', gas: '0x100000' })
    await devnet.send({ to: empty })
    await devnet.seal()
    expect(await devnet.ask('debug_getModifiedAccountsByNumber', '0x1')).toContain(empty)
    await checkBlocks(devnet)
  })

  it('has the storage of accounts that go and come back, before Cancun', async () => {
    await using devnet = await client({ hardfork: 'shanghai' })
    const destructible = hexOf(assemble('CALLER', 'SELFDESTRUCT'))
    const to = await deploy(devnet, destructible)
    await devnet.send({ to })
    await devnet.seal()
    expect(await devnet.ask('eth_getCode', to, 'latest')).toBe('0x')
    await checkBlocks(devnet, 'shanghai')
  })

  it('has the headers back to the oldest hash that is read', async () => {
    await using devnet = await client()
    const reader = hexOf(assemble(3, 'BLOCKHASH', 0, 'SSTORE'))
    const to = await deploy(devnet, reader)
    for (let count = 0; count < 5; count++) await devnet.seal()
    await devnet.send({ to })
    await devnet.seal()
    const witness = await checkBlocks(devnet)
    expect(witness.headers).toHaveLength(4)
    expect(witness.headers[0]).toBe(await devnet.ask('debug_getRawHeader', '0x3'))
  })

  it('has the accounts that withdrawals pay', async () => {
    await using devnet = await client()
    const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    await devnet.ask('testing_commitBlockV1', {
      timestamp: `0x${(BigInt(timestamp) + 8n).toString(16)}`,
      prevRandao: word(77),
      suggestedFeeRecipient: account(devnet, 3),
      withdrawals: [
        { index: '0x1', validatorIndex: '0x2', address: `0x${'cd'.repeat(20)}`, amount: '0x3' },
      ],
      parentBeaconBlockRoot: word(99),
    })
    const witness = await checkBlocks(devnet)
    expect(witness.keys).toContain(`0x${'cd'.repeat(20)}`)
  })

  it('has nodes of a live chain that its proofs bring', async () => {
    await using node = await client()
    const { url } = await node.listen({ port: 0 })
    const to = await deploy(node, writer)
    const all = Array.from({ length: 24 }, (_, slot) => slot)
    await node.send({ to, data: pairs(all.map((slot) => [slot, slot + 1])), gas: '0x200000' })
    await node.seal()
    await using devnet = await client({ fork: { url, proofs: 'required', accounts: 'keep' } })
    const first = Number(await devnet.ask('eth_blockNumber')) + 1
    await devnet.seal()
    for (const slot of all.slice(0, 8)) {
      await devnet.send({ to, data: pairs([[slot, 0]]), gas: '0x200000' })
      await devnet.seal()
    }
    await devnet.send({ data: hexOf(assemble(1, 1, 'SSTORE', 'CALLER', 'SELFDESTRUCT')) })
    await devnet.send({ to: `0x${'ab'.repeat(20)}`, value: '0x1' })
    await devnet.seal()
    await checkBlocks(devnet, 'osaka', first)
    // Blocks below the fork are those of the live chain.
    expect(await devnet.ask('debug_executionWitness', '0x2')).toEqual(
      await node.ask('debug_executionWitness', '0x2'),
    )
  })

  it('refuses the first block after a fork whose accounts were funded', async () => {
    await using node = await client()
    const { url } = await node.listen({ port: 0 })
    const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    await using devnet = await client({ fork: { url, proofs: 'required' }, mnemonic })
    await devnet.send({ to: account(node, 0), value: '0x1' })
    await devnet.seal()
    await devnet.send({ to: account(node, 0), value: '0x1' })
    await devnet.seal()
    expect((await devnet.refusal('debug_executionWitness', '0x1')).message).toMatch(
      /^no execution witness of block 1: accounts were changed without a transaction/,
    )
    await checkBlocks(devnet, 'osaka', 2)
  })

  it('needs proofs on a fork', async () => {
    await using node = await client()
    const { url } = await node.listen({ port: 0 })
    await node.seal()
    await using devnet = await client({ fork: { url, proofs: 'off' } })
    await devnet.send({ to: account(devnet, 1) })
    await devnet.seal()
    expect(await devnet.refusal('debug_executionWitness', 'latest')).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^no proof of what was changed on a fork/),
    })
  })

  it('refuses blocks that no witness can stand for', async () => {
    await using devnet = await client()
    const refusal = (...params: unknown[]) => devnet.refusal('debug_executionWitness', ...params)
    expect(await refusal('0x0')).toEqual({
      code: -32000,
      message: 'block 0 found, but parent missing',
    })
    expect((await refusal('0x9')).message).toMatch(/requested was 9/)
    await devnet.ask('anvil_setBalance', account(devnet, 1), '0x5')
    await devnet.seal()
    await devnet.seal()
    expect((await refusal('0x1')).message).toMatch(
      /^no execution witness of block 1: accounts were changed without a transaction/,
    )
    await checkBlocks(devnet, 'osaka', 2)
    await devnet.send({ to: account(devnet, 1) })
    await devnet.flashblock()
    expect((await refusal('pending')).message).toBe('pending block is not available')
    expect(await refusal('latest', 'other')).toMatchObject({ code: -32602 })
  })
})
