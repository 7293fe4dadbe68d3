import { type Hex, keccak256, numberToHex, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { Random } from '../../../../src/lib/random.ts'

const chainId = 4243
const options = { mining: 'auto', clock: 'manual', seed: 'oracle' } as const

const sender = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const delegating = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

const nobody = `0x${'99'.repeat(20)}`

const op = {
  balance: '31',
  extcodesize: '3b',
  extcodehash: '3f',
  blockhash: '40',
  sload: '54',
  sstore: '55',
  mstore: '52',
  log0: 'a0',
  create2: 'f5',
  call: 'f1',
  selfdestruct: 'ff',
  gas: '5a',
} as const

function push(value: number | Hex): string {
  const digits = typeof value === 'number' ? value.toString(16) : value.slice(2)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return (0x5f + even.length / 2).toString(16) + even
}

/** Logs the word on the stack. */
const logged = `${push(0)}${op.mstore}${push(32)}${push(0)}${op.log0}`

/** Init code that gives the runtime code, which is at most 255 bytes in chunks of the init code's tail. */
function initCode(runtime: string): Hex {
  const length = (runtime.length / 2).toString(16).padStart(4, '0')
  // PUSH2 length, DUP1, PUSH1 12, PUSH1 0, CODECOPY, PUSH1 0, RETURN
  return `0x61${length}80600c6000396000f3${runtime}`
}

/** A whole number from 0 to `count` - 1. */
function below(random: Random, count: number): number {
  return Math.floor(random.next() * count)
}

/** A program that writes, reads, calls, creates, asks and now and then destroys itself. */
function program(random: Random, others: readonly Hex[]): string {
  const other = () => push(others[below(random, others.length)] ?? '0xaa')
  const parts: (() => string)[] = [
    () => `${push(below(random, 3))}${push(below(random, 5))}${op.sstore}`,
    () => `${push(below(random, 5))}${op.sload}${logged}`,
    () => `${other()}${op.balance}${logged}`,
    () => `${other()}${op.extcodesize}${logged}`,
    () => `${other()}${op.extcodehash}${logged}`,
    // Of blocks before the fork: those after it have other hashes where they are not verified.
    () => `${push(1 + below(random, 10))}${op.blockhash}${logged}`,
    () =>
      `${push(0)}${push(0)}${push(0)}${push(0)}${push(below(random, 3))}${other()}${op.gas}${op.call}${logged}`,
    () =>
      `${push(below(random, 3))}${push(0)}${push(0)}${push(below(random, 2))}${op.create2}${logged}`,
    // A child that writes in its constructor and has no code.
    () =>
      `${push('0x600160005500')}${push(0)}${op.mstore}${push(below(random, 9))}${push(6)}${push(26)}${push(0)}${op.create2}${logged}`,
  ]
  const body = Array.from({ length: 6 }, () =>
    (parts[below(random, parts.length)] as () => string)(),
  )
  const ends = below(random, 6) === 0 ? `${other()}${op.selfdestruct}` : ''
  return body.join('') + ends
}

interface Step {
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
  readonly delegate?: Hex | undefined
}

async function signed(devnet: PreconfDevnet, { delegate, ...step }: Step): Promise<Hex> {
  const count = async (address: Hex) =>
    Number(
      await devnet.provider.request({
        method: 'eth_getTransactionCount',
        params: [address, 'latest'],
      }),
    )
  const common = {
    chainId,
    nonce: await count(sender.address),
    gas: 900_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
    ...step,
  }
  if (delegate === undefined) return sender.signTransaction({ type: 'eip1559', ...common })
  const authorization = await delegating.signAuthorization({
    chainId,
    nonce: await count(delegating.address),
    address: delegate,
  })
  return sender.signTransaction({
    type: 'eip7702',
    ...common,
    to: delegating.address,
    authorizationList: [authorization],
  })
}

/** All that can be told of a transaction; what names its block only where that is the same. */
async function received(devnet: PreconfDevnet, raw: Hex, isVerified = false): Promise<unknown> {
  const request = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params } as never) as Promise<never>
  const hash = await request('eth_sendRawTransaction', raw)
  const { blockHash, ...receipt } = (await request('eth_getTransactionReceipt', hash)) as Record<
    string,
    unknown
  >
  const logs = (receipt.logs as Record<string, unknown>[]).map(({ topics, data, address }) => ({
    topics,
    data,
    address,
  }))
  const traces = [
    await request('debug_traceTransaction', hash, { tracer: 'callTracer' }),
    await request('debug_traceTransaction', hash, {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    }),
  ]
  return { ...receipt, logs, traces, blockHash: isVerified && blockHash }
}

async function send(devnet: PreconfDevnet, step: Step): Promise<Hex> {
  const raw = await signed(devnet, step)
  await received(devnet, raw)
  return keccak256(raw)
}

test.each([
  ['one', 'off'],
  ['two', 'off'],
  ['three', 'required'],
  ['four', 'required'],
  ['five', 'required'],
] as const)(
  'transactions do on a fork what they do on the live chain (%s, proofs %s)',
  async (seed, proofs) => {
    const isVerified = proofs === 'required'
    const random = new Random(seed)
    await using live = await createDevnet({ ...options, chainId })
    const contracts: Hex[] = []
    const deploy = async (devnet: PreconfDevnet) => {
      const data = initCode(program(random, [...contracts, sender.address, delegating.address]))
      const hash = await send(devnet, { data, value: BigInt(below(random, 5)) })
      const receipt = (await devnet.provider.request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })) as { contractAddress: Hex }
      contracts.push(receipt.contractAddress)
    }
    for (let index = 0; index < 6; index++) await deploy(live)
    for (let index = 0; index < 6; index++) {
      await send(live, { to: contracts[below(random, 6)], value: BigInt(below(random, 3)) })
    }
    const { url } = await live.listen({ port: 0 })
    // Balances stand in traces.
    await using fork = await createDevnet({ ...options, fork: { url, proofs, accounts: 'keep' } })
    for (let index = 0; index < 20; index++) {
      const kind = below(random, 8)
      const step: Step =
        kind === 0
          ? { data: initCode(program(random, contracts)) }
          : kind === 1
            ? { delegate: contracts[below(random, contracts.length)] }
            : {
                to: contracts[below(random, contracts.length)],
                value: BigInt(below(random, 3)),
                data: pad(numberToHex(below(random, 9))),
              }
      const raw = await signed(live, step)
      const expected = await received(live, raw, isVerified)
      expect(await received(fork, raw, isVerified), `step ${index}`).toEqual(expected)
      const snapshot = below(random, 5) === 0 ? await fork.snapshot() : undefined
      if (snapshot !== undefined) {
        await send(fork, { to: contracts[0] })
        await fork.revert(snapshot)
      }
    }
    if (isVerified) {
      for (const address of [...contracts, sender.address, delegating.address, nobody]) {
        const params = [address, ['0x0', '0x1', '0x2', '0x3', '0x4', '0x5'], 'latest']
        const proof = (devnet: PreconfDevnet) =>
          devnet.provider.request({ method: 'eth_getProof', params } as never)
        expect(await proof(fork)).toEqual(await proof(live))
      }
    }
    for (const address of contracts) {
      for (let slot = 0; slot < 5; slot++) {
        const ask = (devnet: PreconfDevnet) =>
          devnet.provider.request({
            method: 'eth_getStorageAt',
            params: [address, toHex(slot), 'latest'],
          } as never)
        expect(await ask(fork)).toBe(await ask(live))
      }
    }
  },
)
